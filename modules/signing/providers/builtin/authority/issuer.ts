import type { SignerIdentity } from '../pades/identity.ts'
import type { Pointers } from '../pades/x509.ts'

/** Our own certificate authority, which issues a certificate to each signatory. */
export interface OwnAuthority {
  kind: 'own'
  certificate: Uint8Array
  key: CryptoKey
  pointers?: Pointers
}

/**
 * The identity for signing and sealing: always our own authority, or the operator's certificate for the seal.
 */
export type Authority = OwnAuthority | { kind: 'operator'; own: OwnAuthority; identity: SignerIdentity }

/** The authority that issues signatories' certificates. */
export const issuerOf = (authority: Authority): OwnAuthority =>
  authority.kind === 'own' ? authority : authority.own
