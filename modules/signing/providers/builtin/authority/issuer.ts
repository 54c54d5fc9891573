import type { SignerIdentity } from '../pades/identity.ts'
import type { Pointers } from '../pades/x509.ts'

export interface RevokedCertificate {
  /** In upper-case hexadecimal. */
  serial: string
  at: Date
}

/**
 * One of our certificate authorities with its private key: it issues certificates and their revocation list.
 */
export interface Issuer {
  /** Id in `signing.authority`; 0 if it is not stored there. */
  id: number
  /** As DER. */
  certificate: Uint8Array
  key: CryptoKey
  /** The certificates that this authority issued and revoked. */
  revoked: RevokedCertificate[]
}

/** Our own certificate authority, which issues a certificate to each signatory. */
export interface OwnAuthority extends Issuer {
  kind: 'own'
  /** Its issuers, with the root last; empty if the authority is a root. */
  issuers: Issuer[]
  /** The retired authorities whose keys can still be decrypted, to sign their revocation lists. */
  retired: Issuer[]
  pointers?: Pointers
}

/**
 * The identities for signing and sealing: our own authority, and for the seal possibly the operator's
 * certificate.
 */
export type Authority = OwnAuthority | { kind: 'operator'; own: OwnAuthority; identity: SignerIdentity }

/** The authority that issues signatories' certificates. */
export const issuerOf = (authority: Authority): OwnAuthority =>
  authority.kind === 'own' ? authority : authority.own

/** The certificates from an authority up to its root, as DER. */
export const chainOf = ({ certificate, issuers: above }: OwnAuthority): Uint8Array[] => [
  certificate,
  ...above.map((one) => one.certificate),
]

/** All our authorities that can sign a revocation list. */
export const issuersOf = (own: OwnAuthority): Issuer[] => [own, ...own.issuers, ...own.retired]

/** A root that issues certificates itself and is not stored in the database. */
export const authorityWithoutIssuers = (certificate: Uint8Array, key: CryptoKey): OwnAuthority => ({
  kind: 'own',
  id: 0,
  certificate,
  key,
  revoked: [],
  issuers: [],
  retired: [],
})
