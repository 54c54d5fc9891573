import type { SignerIdentity } from '../pades/identity.ts'
import type { Pointers } from '../pades/x509.ts'

export interface RevokedCertificate {
  /** In hexadecimal, in capitals. */
  serial: string
  at: Date
}

/**
 * A certificate authority of ours with its private key: it issues certificates and their revocation list.
 */
export interface Issuer {
  /** In `signing.authority`; 0 when it is not stored. */
  id: number
  /** DER */
  certificate: Uint8Array
  key: CryptoKey
  /** The certificates that it issued and revoked. */
  revoked: RevokedCertificate[]
}

/** Our own certificate authority, which issues a certificate to each signatory. */
export interface OwnAuthority extends Issuer {
  kind: 'own'
  /** Its issuers, the root last; empty when it is a root itself. */
  above: Issuer[]
  /** The retired authorities whose keys can still be decrypted, for their revocation lists. */
  former: Issuer[]
  pointers?: Pointers
}

/**
 * The identity for signing and sealing: always our own authority, or the operator's certificate for the seal.
 */
export type Authority = OwnAuthority | { kind: 'operator'; own: OwnAuthority; identity: SignerIdentity }

/** The authority that issues signatories' certificates. */
export const issuerOf = (authority: Authority): OwnAuthority =>
  authority.kind === 'own' ? authority : authority.own

/** The certificates from an authority up to its root, as DER. */
export const chainOf = ({ certificate, above }: OwnAuthority): Uint8Array[] => [
  certificate,
  ...above.map((one) => one.certificate),
]

/** Every authority of ours that can sign a revocation list. */
export const issuersOf = (own: OwnAuthority): Issuer[] => [own, ...own.above, ...own.former]

/** A root that issues by itself and is in no table. */
export const soleAuthority = (certificate: Uint8Array, key: CryptoKey): OwnAuthority => ({
  kind: 'own',
  id: 0,
  certificate,
  key,
  revoked: [],
  above: [],
  former: [],
})
