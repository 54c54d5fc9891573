import { DAY, MINUTE } from '#src/core/clock.ts'
import type { Authority } from '../authority.ts'
import { P256, readCertificate } from './engine.ts'
import { type SignerIdentity, signingKey } from './identity.ts'
import { makeLeaf } from './x509.ts'

export interface Signatory {
  name: string
  email: string
  at: Date
}

/**
 * Whom a signature is made as: a fresh key and certificate in the person's name from our own authority,
 * the operator's one identity where they supplied it. The key is used once and never leaves the process.
 */
export async function issueCertificate(
  authority: Authority,
  { name, email, at }: Signatory,
): Promise<SignerIdentity> {
  if (authority.kind === 'operator') return authority.identity
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const from = new Date(at.getTime() - 5 * MINUTE)
  const until = new Date(at.getTime() + 2 * 365 * DAY)
  const root = readCertificate(authority.certificate)
  const wish = { name, email, publicKey, from, until }
  return {
    certificate: await makeLeaf(wish, root, authority.key),
    chain: [authority.certificate],
    key: signingKey(privateKey),
  }
}
