import { isCreditCode } from '#src/core/identity-numbers/credit-code.ts'
import { bornOn } from '#src/core/identity-numbers/identity-card.ts'
import type { PartyIdentity, PartyPlace } from '../template/template.ts'

/** The limits for numbers of foreign registers and passports, which have many forms. */
const MIN_IDENTIFIER_LENGTH = 5
const MAX_IDENTIFIER_LENGTH = 40

/**
 * The problem with a party's number, as a key of `openProblems`. A mainland company must have a unified
 * social credit code. A mainland person may have a passport or a permit instead of an identity card, but no
 * number other than that of the card has twelve figures in a row. For all other numbers only the length is
 * checked.
 */
export function idProblem(identity: PartyIdentity, text: string, place: PartyPlace = 'mainland') {
  const number = numberAsPrinted(text, place)
  const hasValidLength =
    number.length >= MIN_IDENTIFIER_LENGTH && number.length <= MAX_IDENTIFIER_LENGTH && /\d/.test(number)
  if (place !== 'mainland') return hasValidLength ? null : 'formatInvalid'
  if (identity === 'company') return isCreditCode(number) ? null : 'creditCodeInvalid'
  if (/^\d{12,}[A-Z]?$/.test(number)) return bornOn(number) ? null : 'identityCardInvalid'
  return hasValidLength && /^[\dA-Z]+$/.test(number) ? null : 'formatInvalid'
}

/** The day of birth in the number of an identity card of the mainland; null for every other number. */
export const birthdayIn = (text: string): string | null => bornOn(numberAsPrinted(text, 'mainland'))

/**
 * The printed form of a number. Mainland numbers are capital letters and digits without spaces; foreign ones
 * keep their spaces and dashes.
 */
export function numberAsPrinted(text: string, place: PartyPlace = 'mainland'): string {
  const number = text.normalize('NFKC').trim()
  return place === 'mainland' ? number.replace(/[\s\p{Pd}]/gu, '').toUpperCase() : number
}

/** The printed form of a telephone number or an email address: in half-width characters. */
export const contactAsPrinted = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Whether a text is one complete telephone number, or several separated by slashes. A mainland number needs
 * its area code, any other number its country code. An extension may follow.
 */
export const isPhone = (text: string): boolean =>
  contactAsPrinted(text)
    .split(/ ?\/ ?/)
    .every((part) => {
      const [, number] = /^(\+?[\d ().-]+)(?: ?(?:ext\.?|x|转|轉|#) ?\d{1,6})?$/iu.exec(part) ?? []
      return number !== undefined && isComplete(number.replace(/[^\d+]/g, '').replace(/^00/, '+'))
    })

function isComplete(figures: string): boolean {
  if (!/^\+(?!86)/.test(figures)) return isOfMainland(figures)
  if (/^\+85[23]/.test(figures)) return /^\+85[23]\d{8}$/.test(figures)
  return /^\+[1-9]\d{7,15}$/.test(figures)
}

/** A mobile number, a line with the area code 010 or 02x, any other line, or a 400 or 800 number. */
function isOfMainland(figures: string): boolean {
  if (/^\+?86/.test(figures) && isOfMainland(`0${figures.replace(/^\+?860?/, '')}`)) return true
  const number = figures.replace(/^\+?86/, '')
  return /^(1[3-9]\d{9}|0(10|2\d)\d{8}|0[3-9]\d{2}\d{7,8}|[48]00\d{7})$/.test(number)
}
