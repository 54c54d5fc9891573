import { X509Certificate } from 'node:crypto'
import type { RevokedCertificate } from '../../authority/issuer.ts'
import { hasIssued, isValidAt } from '../identity.ts'
import type { SignatureReport } from './report.ts'

/**
 * Why a valid signature of ours is not trusted now. ended: its certificate has expired, and nothing proves
 * that the signature is older; revoked: it was made after the revocation; maybe-revoked: nothing proves that
 * it was made before the revocation.
 */
export type ProofProblem = 'ended' | 'revoked' | 'maybe-revoked'

/** The proof that a signature existed at a certain time. */
export interface TimeProof {
  /** Time of a trusted time-stamp over the signature, or over a file that contains it; null without one. */
  existedAt: Date | null
  /** The name of the time-stamp authority. */
  authorityName: string
  /** Whether the time-stamp belongs to the signature itself, and is not a later one that covers it. */
  isOwn: boolean
  problem: ProofProblem | null
}

export interface ProofContext {
  /** The time of the check. */
  checkedAt: Date
  /** Our own certificates, as DER. */
  identities: Uint8Array[]
  /** All our revoked certificates. */
  revoked: RevokedCertificate[]
}

const NO_PROOF: TimeProof = { existedAt: null, authorityName: '', isOwn: false, problem: null }

/**
 * The proof for each report; reports are in the order of the file (EN 319 102-1, 5.6). The last document
 * time-stamp counts while its certificate is valid. Every earlier time-stamp or signature must have been
 * valid when the next time-stamp was made.
 */
export function proofsOf(reports: SignatureReport[], context: ProofContext): TimeProof[] {
  const identities = context.identities.map((der) => new X509Certificate(der))
  let coveringProof = NO_PROOF
  return reports
    .toReversed()
    .map((report): TimeProof => {
      if (report.isTimestamp) {
        const ownStamp = stampProof(report, coveringProof.existedAt ?? context.checkedAt)
        if (
          ownStamp.existedAt &&
          ownStamp.problem === null &&
          (!coveringProof.existedAt || ownStamp.existedAt < coveringProof.existedAt)
        )
          coveringProof = { ...ownStamp, isOwn: false }
        return ownStamp
      }
      const stamp = stampProof(report, coveringProof.existedAt ?? context.checkedAt)
      const proof = stamp.existedAt && stamp.problem === null ? stamp : coveringProof
      return { ...proof, problem: problemOf(report, proof, { ...context, identities }) }
    })
    .toReversed()
}

/** The report's own time-stamp, whose certificate must have been valid at `existed`. */
function stampProof(report: SignatureReport, validAt: Date): TimeProof {
  const { timestampedAt: stampedAt, timestampedBy, timestampCertificate, clockTrusted, problems } = report
  if (!stampedAt || !timestampCertificate || !clockTrusted || problems.length > 0) return NO_PROOF
  const isValid = isValidAt(new X509Certificate(timestampCertificate), validAt)
  return {
    existedAt: stampedAt,
    authorityName: timestampedBy ?? '',
    isOwn: true,
    problem: isValid ? null : 'ended',
  }
}

function problemOf(
  { issuedByAuthority, certificate, problems }: SignatureReport,
  proof: TimeProof,
  {
    checkedAt,
    identities,
    revoked,
  }: { checkedAt: Date; identities: X509Certificate[]; revoked: RevokedCertificate[] },
): ProofProblem | null {
  if (!issuedByAuthority || !certificate || problems.length > 0) return null
  const one = new X509Certificate(certificate)
  const existedAt = proof.existedAt ?? checkedAt
  const issuer = identities.find((identity) => hasIssued(identity, one, one.validFromDate))
  const serials = [one.serialNumber, issuer?.serialNumber]
  if (revoked.some(({ serial, at: revokedAt }) => serials.includes(serial) && revokedAt <= existedAt))
    return proof.isOwn ? 'revoked' : 'maybe-revoked'
  return existedAt > one.validToDate ? 'ended' : null
}
