import { P256 } from '#modules/signing/providers/builtin/pades/engine.ts'
import { signingKey } from '#modules/signing/providers/builtin/pades/identity.ts'
import type { Stamp } from '#modules/signing/providers/builtin/pades/make-cms.ts'
import { makeTimestampCertificate } from '#modules/signing/providers/builtin/pades/x509.ts'
import { makeToken } from '#modules/signing/providers/builtin/time-stamps/token.ts'

export const YEAR = 365 * 86_400_000

/** A time-stamp authority that exists until the end of the test. */
export interface PassingClock {
  /** The certificate as DER. */
  certificate: Uint8Array
  /** Stamps with this time. */
  at(time: Date): Stamp
}

export async function passingClock(name: string, from: Date, until: Date): Promise<PassingClock> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const certificate = await makeTimestampCertificate({ name, publicKey, from, until }, privateKey)
  const authority = { certificate, chain: [], key: signingKey(privateKey) }
  return { certificate, at: (time) => (digest) => makeToken(digest, authority, time) }
}
