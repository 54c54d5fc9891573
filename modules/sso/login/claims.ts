import { cleanText, forbiddenCharacter } from '#src/core/text/clean-text.ts'
import { asciiAddress, foldAddress, isAddress } from '#views/values/address.ts'
import { ProviderError } from './provider-error.ts'

/** What the provider says about a person. */
export interface Claims {
  /** The provider's permanent id of the person. */
  subject: string
  /** Null when the provider sends no address, or an invalid one. */
  email: string | null
  /** False only if the provider says that the address is not verified; many providers do not say. */
  emailVerified: boolean
  name: string
  /** All claims, shown on the test page. */
  allClaims: Record<string, unknown>
}

/** Throws a ProviderError for a personal id that OpenID Connect does not allow. */
export function readClaims(allClaims: Record<string, unknown>): Claims {
  const subject = textOf(allClaims.sub)
  if (!subject || subject !== allClaims.sub || subject.length > 255) throw new ProviderError('token')
  const address = foldAddress(textOf(allClaims.email)).toLowerCase()
  const email = isAddress(address) ? address : null
  const isUnverified = allClaims.email_verified === false || allClaims.email_verified === 'false'
  return { subject, email, emailVerified: !isUnverified, name: nameOf(allClaims, email), allClaims }
}

function nameOf(allClaims: Record<string, unknown>, email: string | null): string {
  const name =
    textOf(allClaims.name) ||
    [textOf(allClaims.given_name), textOf(allClaims.family_name)].filter(Boolean).join(' ')
  return (name || (email?.split('@')[0] ?? '')).slice(0, 60).trim()
}

/** Trimmed text; empty for values of other types and for characters that no name contains. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? cleanText(value).trim() : ''
  return forbiddenCharacter(text) ? '' : text
}

/** The domain of an email address, in ASCII. */
export function domainOf(email: string): string {
  const ascii = asciiAddress(email) ?? email
  return ascii.slice(ascii.lastIndexOf('@') + 1).toLowerCase()
}
