import type { Elements } from '#modules/real-name/index.ts'
import { DAY, MINUTE } from '#src/core/clock.ts'
import { type Authority, chainOf, issuerOf } from '../authority/issuer.ts'
import { P256, readCertificate } from './engine.ts'
import { type SignerIdentity, signingKey } from './identity.ts'
import { makeLeaf, policiesOn } from './x509.ts'

export interface Signatory {
  name: string
  email: string
  /** As E.164. */
  phone?: string | null
  signedAt: Date
  /** The key of the party ('a', 'b' …), and the number of the document. */
  signsFor?: { party: string; document: string }
  /** How many elements the real-name check compared. */
  realName?: Elements | null
}

/** How our certificates name the party and the document in the organisational units. */
export const PARTY = /^Party ([A-Z])$/
export const DOCUMENT = /^Document (.+)$/
/** The text in a certificate that states the real-name check. */
export const REAL_NAME = /^Real name, (two|three|four) elements$/

/** The platform's signature over a whole file. */
export const CLOSING_SEAL = { name: 'Qishu Closing Seal', fieldName: 'Closing seal' }

/** The purposes of our authority's certificates, as policies under our own UUID arcs (ITU-T X.667). */
const POLICIES = {
  signatory: '2.25.261466243929920842293048310111514359537',
  closingSeal: '2.25.245835446570718831218402484375581722074',
}

/**
 * The identity of a signatory: a new key, and a certificate in the signatory's name from our own authority.
 * The key is used once and never leaves the process.
 */
export const issueCertificate = (authority: Authority, signatory: Signatory): Promise<SignerIdentity> =>
  issue(authority, signatory, POLICIES.signatory)

/**
 * The identity of the closing seal: the operator's certificate if there is one, otherwise a certificate of
 * our authority.
 */
export async function issueSeal(authority: Authority, signedAt: Date): Promise<SignerIdentity> {
  if (authority.kind === 'operator') return authority.identity
  return issue(authority, { name: CLOSING_SEAL.name, email: '', signedAt }, POLICIES.closingSeal)
}

/**
 * Certificates are valid as long as contracts are stored. A shorter validity would have no benefit, because
 * a key that signs once and is then destroyed cannot be stolen, and a reader without a time-stamp checks
 * whether the certificate is still valid.
 */
export const VALIDITY = 10 * 365 * DAY

async function issue(
  authority: Authority,
  { name, email, phone, signedAt, signsFor, realName }: Signatory,
  policy: string,
): Promise<SignerIdentity> {
  const issuer = issuerOf(authority)
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, false, ['sign', 'verify'])
  const from = new Date(signedAt.getTime() - 5 * MINUTE)
  const root = readCertificate(issuer.certificate)
  const until = new Date(Math.min(signedAt.getTime() + VALIDITY, root.notAfter.value.getTime()))
  const { pointers } = issuer
  const units = [
    ...(signsFor ? [`Party ${signsFor.party.toUpperCase()}`, `Document ${signsFor.document}`] : []),
    ...(realName ? [`Real name, ${realName} elements`] : []),
  ]
  const request = { name, units, email, phone, publicKey, from, until, policy, pointers }
  return {
    certificate: await makeLeaf(request, root, issuer.key),
    chain: chainOf(issuer),
    key: signingKey(privateKey),
  }
}

/**
 * Whether a certificate of ours belongs to the closing seal, according to its policy. A certificate without
 * our policies (an early one, or the operator's) is identified by its field: its key is known to be ours, no
 * one else can sign with it, and people sign other fields.
 */
export function isClosingSeal(der: Uint8Array, fieldName: string | null): boolean {
  const { signatory, closingSeal } = policiesOn(readCertificate(der), POLICIES)
  return closingSeal || (!signatory && fieldName === CLOSING_SEAL.fieldName)
}
