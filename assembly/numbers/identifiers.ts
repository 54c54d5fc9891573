import { isCreditCode } from '#src/core/identity-numbers/credit-code.ts'
import { isIdentityCard } from '#src/core/identity-numbers/identity-card.ts'
import type { PartyIdentity, PartyPlace } from '../template/template.ts'

/** Registers and passports abroad have numbers of every form, but none so short. */
const SHORTEST = 5

/**
 * Whether it can be a telephone number of some country: its figures, the signs between them, an extension.
 */
export function isPhone(text: string): boolean {
  const plain = text.normalize('NFKC')
  const figures = plain.replace(/\D/g, '').length
  return figures >= 6 && figures <= 20 && /^\+?[\d ().\-–/]+((ext\.?|x|转|轉) ?\d+)?$/i.test(plain)
}

/**
 * What is wrong with a party's number, as a key of `openProblems`: a code of mainland China is told by its
 * length and has a check digit; of any other it is known only that it is not too short.
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
