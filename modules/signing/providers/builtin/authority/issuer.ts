import type { SignerIdentity } from '../pades/identity.ts'
import type { Pointers } from '../pades/x509.ts'

/** Our own certificate authority, which issues a certificate to each signatory. */
export interface OwnAuthority {
  kind: 'own'
  certificate: Uint8Array
  key: CryptoKey
  pointers?: Pointers
}

/** As whom files are signed and closed: all by our own authority, or closed in the name of the operator. */
export type Authority = OwnAuthority | { kind: 'operator'; own: OwnAuthority; identity: SignerIdentity }

/** What issues the certificates of signatories. */
export const issuerOf = (authority: Authority): OwnAuthority =>
  authority.kind === 'own' ? authority : authority.own
