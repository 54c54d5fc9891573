import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * E.164, or null. Mainland numbers have eleven digits and begin with 1 and 3 to 9; their country code may
 * stand before them as +86, 0086 or 86, and digits may be full-width.
 */
export function mobileNumber(text: string): string | null {
  if (text.length > 30) return null
  const bare = text
    .normalize('NFKC')
    .replace(/[\s()-]/g, '')
    .replace(/^00/, '+')
  const mainland = /^(?:\+?86)?(1[3-9]\d{9})$/.exec(bare)
  if (mainland) return `+86${mainland[1]}`
  if (!bare.startsWith('+') || bare.startsWith('+86')) return null
  const foreign = parsePhoneNumberFromString(bare)
  return foreign?.isValid() ? foreign.number : null
}

/** A kept number in the groups it is read in, a mainland one without its country's. */
export const shownMobile = (number: string): string =>
  /^\+861\d{10}$/.test(number)
    ? number.replace(/^\+86(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')
    : (parsePhoneNumberFromString(number)?.formatInternational() ?? number)
