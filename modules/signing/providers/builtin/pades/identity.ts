/** Whom a signature is made as. */
export interface SignerIdentity {
  /** DER */
  certificate: Uint8Array
  /** DER, the issuer first, the root last */
  chain: Uint8Array[]
  /** The private key of the certificate: ECDSA or RSASSA-PKCS1-v1_5. */
  key: CryptoKey
}
