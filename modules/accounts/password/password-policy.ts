import { AppError } from '#src/core/errors.ts'
import { weaknessOf } from './common-passwords.ts'

/** Facts about the owner that attackers would try first. */
export interface Owner {
  username: string
  name: string
  teamName: string
  email: string | null
  mobile: string | null
}

/** Throws PASSWORD_TOO_COMMON with the reason: the password is common, or contains the owner's own words. */
export function refuseWeakPassword(password: string, owner?: Owner) {
  const weakness = weaknessOf(password) ?? (owner && containsOwnWords(password, owner) ? 'own' : null)
  if (weakness) throw new AppError('PASSWORD_TOO_COMMON', {}, `accounts.weakPassword.${weakness}`)
}

function containsOwnWords(password: string, owner: Owner): boolean {
  const lowerCase = password.toLowerCase()
  const digits = owner.mobile?.replace(/\D/g, '').slice(-11) ?? ''
  if (
    digits.length >= 7 &&
    [digits, digits.slice(-8), digits.slice(-7)].some((digitRun) => lowerCase.includes(digitRun))
  )
    return true
  return wordsOf(owner).some((word) =>
    word.length > 3 ? lowerCase.includes(word) : isWordAndDigits(lowerCase, word),
  )
}

/**
 * Whether the text consists of the word and digits. Short words are refused only then, because they also
 * occur inside other words.
 */
const isWordAndDigits = (lowerCase: string, word: string) =>
  lowerCase.includes(word) && /^\d*$/.test(lowerCase.replace(word, ''))

function wordsOf({ username, name, teamName, email }: Owner): string[] {
  const plainUsername = username.toLowerCase().replaceAll('_', '')
  const words = `${username} ${name} ${teamName} ${email?.split('@')[0] ?? ''}`
    .toLowerCase()
    .match(/[a-z]{3,}/g)
  return [plainUsername, ...(words ?? [])].filter((word) => word.length > 2 && !EVERYDAY.has(word))
}

/** Words of company names that are not specific to the owner. */
const EVERYDAY = new Set([
  'ltd',
  'inc',
  'llc',
  'gmbh',
  'the',
  'and',
  'company',
  'limited',
  'trading',
  'group',
])
