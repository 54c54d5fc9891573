import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** The regions of numbers without a country code. */
export const PHONE_REGIONS = ['CN', 'HK', 'MO', 'TW'] as const
export type PhoneRegion = (typeof PHONE_REGIONS)[number]

/**
 * The number in E.164; null if it is invalid. A mainland number has eleven digits and begins with 13 to 19,
 * with or without the country code as +86, 0086 or 86. Other numbers have a country code, or belong to
 * `region`. Digits may be full-width.
 */
export function mobileNumber(text: string, region: PhoneRegion = 'CN'): string | null {
  if (text.length > 30) return null
  const bare = text
    .normalize('NFKC')
    .replace(/[\s()-]/g, '')
    .replace(/^00/, '+')
  const mainland = /^(?:\+?86)?(1[3-9]\d{9})$/.exec(bare)
  if (mainland) return `+86${mainland[1]}`
  if (bare.startsWith('+86') || (region === 'CN' && !bare.startsWith('+'))) return null
  const foreign = parsePhoneNumberFromString(bare, region)
  return foreign?.isValid() ? foreign.number : null
}

/** A stored number in readable groups; a mainland number without its country code. */
export const shownMobile = (number: string): string =>
  /^\+861\d{10}$/.test(number)
    ? number.replace(/^\+86(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')
    : (parsePhoneNumberFromString(number)?.formatInternational() ?? number)
