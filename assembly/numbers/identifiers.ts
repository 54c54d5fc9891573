import { isCreditCode } from '#src/core/identity-numbers/credit-code.ts'
import { isIdentityCard } from '#src/core/identity-numbers/identity-card.ts'
import type { PartyIdentity, PartyPlace } from '../template/template.ts'

/** Foreign registers and passports use numbers of any form, but none shorter than this. */
const SHORTEST = 5

/** Whether a text can be a telephone number of any country: digits, separators, an extension. */
export function isPhone(text: string): boolean {
  const plain = text.normalize('NFKC')
  const figures = plain.replace(/\D/g, '').length
  return figures >= 6 && figures <= 20 && /^\+?[\d ().\-–/]+((ext\.?|x|转|轉) ?\d+)?$/i.test(plain)
}

/**
 * The problem with a party's number, as a key of `openProblems`. A mainland number of 18 characters must have
 * a valid check digit; every other number only has a minimum length.
 */
export function idProblem(identity: PartyIdentity, text: string, place: PartyPlace = 'mainland') {
  const plain = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  if (place !== 'mainland') return plain.length < SHORTEST ? 'formatInvalid' : null
  if (identity === 'company' && /^[\dA-Z]{18}$/.test(plain))
    return isCreditCode(plain) ? null : 'creditCodeInvalid'
  if (identity === 'individual' && /^\d{17}[\dX]$/.test(plain))
    return isIdentityCard(plain) ? null : 'identityCardInvalid'
  return plain.length < SHORTEST ? 'formatInvalid' : null
}
