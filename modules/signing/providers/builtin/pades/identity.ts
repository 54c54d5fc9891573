import { createCMSECDSASignature } from 'pkijs'

/** A private key as far as a signature needs it; the key itself stays out of reach. */
export interface SigningKey {
  elliptic: boolean
  /** ECDSA (as DER) or RSASSA-PKCS1-v1_5, over SHA-256. */
  sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
}

/** Whom a signature is made as. */
export interface SignerIdentity {
  /** DER */
  certificate: Uint8Array
  /** DER, the issuer first, the root last */
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
