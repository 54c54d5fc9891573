import { createHash, X509Certificate } from 'node:crypto'
import { createCMSECDSASignature } from 'pkijs'

/** A private key that offers only the operations needed for signing; the key itself is not accessible. */
export interface SigningKey {
  elliptic: boolean
  /** ECDSA (as DER) or RSASSA-PKCS1-v1_5, over SHA-256. */
  sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
}

/** The certificate and key with which a signature is made. */
export interface SignerIdentity {
  /** As DER. */
  certificate: Uint8Array
  /** As DER, the issuer first, the root last. */
  chain: Uint8Array[]
  key: SigningKey
}

export function signingKey(key: CryptoKey): SigningKey {
  const elliptic = key.algorithm.name === 'ECDSA'
  const algorithm = elliptic ? { name: 'ECDSA', hash: 'SHA-256' } : key.algorithm.name
  return {
    elliptic,
    sign: async (data) => {
      const signature = await crypto.subtle.sign(algorithm, key, data)
      return new Uint8Array(elliptic ? createCMSECDSASignature(signature) : signature)
    },
  }
}

/**
 * Whether a certificate is ours: we have used its key, or an authority of ours issued it, directly or
 * through one of the `intermediateCandidates`. Only keys are compared, because another customer of the same
 * public authority is not us. All certificates are DER; `at` is the time of signing.
 */
export function isOurs(
  certificate: Uint8Array,
  identities: Uint8Array[],
  at: Date,
  intermediateCandidates: Uint8Array[] = [],
): boolean {
  const one = new X509Certificate(certificate)
  if (!isValidAt(one, at)) return false
  const ownIdentities = identities.map((der) => new X509Certificate(der))
  if (ownIdentities.some((identity) => sameKey(one, identity) || hasIssued(identity, one, at))) return true
  const intermediates = intermediateCandidates
    .map((der) => new X509Certificate(der))
    .filter((other) => hasIssued(other, one, at))
  return intermediates.some((other) => ownIdentities.some((identity) => hasIssued(identity, other, at)))
}

const sameKey = (one: X509Certificate, other: X509Certificate) =>
  fingerprintOf(one).equals(fingerprintOf(other))

/** Whether an authority that was valid at the time issued a certificate. */
export const hasIssued = (issuer: X509Certificate, one: X509Certificate, at: Date): boolean =>
  issuer.ca && isValidAt(issuer, at) && one.checkIssued(issuer) && one.verify(issuer.publicKey)

export const isValidAt = ({ validFromDate, validToDate }: X509Certificate, at: Date) =>
  validFromDate <= at && at <= validToDate

/** The SHA-256 of a certificate's public key (SubjectPublicKeyInfo). */
export const fingerprintOf = ({ publicKey }: X509Certificate): Buffer =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
