import { createHash } from 'node:crypto'
import { now } from '#src/core/clock.ts'
import type { RevokedCertificate } from '../providers/builtin/authority/issuer.ts'
import { DOCUMENT, isClosingSeal, PARTY, REAL_NAME } from '../providers/builtin/pades/certificate.ts'
import type { Change } from '../providers/builtin/pades/changes/changes.ts'
import type { LaterAddition } from '../providers/builtin/pades/changes/later-revisions.ts'
import type { ByteRange } from '../providers/builtin/pades/containers.ts'
import { findContainers } from '../providers/builtin/pades/containers.ts'
import { readCertificateParts } from '../providers/builtin/pades/general/certificate.ts'
import { isAddition, type LaterDifference } from '../providers/builtin/pades/later/compare.ts'
import { differencesAfter } from '../providers/builtin/pades/later/differences-after.ts'
import type { WidgetPlace } from '../providers/builtin/pades/reading/fields.ts'
import { endOf, revisionsOf } from '../providers/builtin/pades/revisions.ts'
import {
  type ProofProblem,
  proofsOf,
  type TimeProof,
} from '../providers/builtin/pades/validation/proof-of-time.ts'
import { stateOf } from '../providers/builtin/pades/validation/report.ts'
import {
  type Problem,
  type Remark,
  type SignatureReport,
  type State,
  verifyPades,
} from '../providers/builtin/pades/verify.ts'
import type { ServiceName } from '../providers/provider-name.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** The result of checking a file, in a form that can be written as JSON. */
export interface Finding {
  outcome: Outcome
  /** Whether the file is truncated, for example by an interrupted download. */
  cutShort: boolean
  /** Whether the file contains Adobe's usage rights, which are not a signature. */
  usageRights: boolean
  sha256: string
  size: number
  /** The end of each revision, in bytes. */
  revisions: number[]
  /** The changes after the first signature, without duplicates. */
  changes: Change[]
  /** Later additions by others, without duplicates; they do not count as changes. */
  additions: LaterAddition[]
  /** The services at which people signed too; only known for a file that we store. */
  services: ServiceName[]
  signatures: SignatureFacts[]
}

export interface SignatureFacts {
  field: string
  isTimestamp: boolean
  closingSeal: boolean
  /** Whether our authority issued the certificate. */
  ours: boolean
  signer: string
  /** The email address in the certificate; '' if missing. */
  email: string
  phone: string
  state: State
  problems: (Problem | ProofProblem)[]
  remarks: Remark[]
  changedAfterwards: boolean
  /** Whether it is a document time-stamp of an unknown server, which proves nothing. */
  unknownClock: boolean
  /** The differences between the signed file and the whole file. */
  later: LaterDifference[]
  /** In ISO 8601; null if the file does not state a time. */
  claimedAt: string | null
  timestampedAt: string | null
  timestampedBy: string
  /** Whether the time-stamp server is known. */
  clockKnown: boolean
  /** The time-stamp authority that proves the time of signing; '' if none. */
  provedBy: string
  /**
   * The time at which the signature already existed, if only a later time-stamp proves it; otherwise null.
   */
  existedAt: string | null
  certificate: CertificateFacts | null
  range: ByteRange
  /**
   * SHA-256 of the file up to the end of this signature; '' unless the signature is ours and has no
   * problems.
   */
  revision: string
  /** The service at which the signature was made, if known; null for our own signatures. */
  service: ServiceName | null
  /** Where the signature is visible. */
  place: WidgetPlace | null
}

export interface CertificateFacts {
  issuer: string
  serial: string
  from: string | null
  until: string | null
  /** The party for which the person signed, and the document, as stated in our certificate. */
  party: string
  document: string
  /** How many elements the real-name check compared: two, three or four; '' without a check. */
  realName: string
}

export type { Outcome } from './outcome.ts'

const END = '%%EOF'

/** Limits the effect of hostile files. */
const MAX_SIGNATURES = 100

/** The inputs of a check, in addition to the file. */
export interface CheckContext {
  /** The time of the check; by default now. */
  at?: Date
  revoked?: RevokedCertificate[]
}

/**
 * Throws if the bytes are not a readable PDF. The certificates (ours and those of time-stamp servers) are
 * DER.
 */
export async function inspectSignatures(
  bytes: Uint8Array,
  identities: Uint8Array | Uint8Array[],
  timestampCertificates: Uint8Array[] = [],
  { at = now(), revoked = [] }: CheckContext = {},
): Promise<Finding> {
  const ownIdentities = [identities].flat()
  const reports = await verifyPades(bytes, ownIdentities, timestampCertificates)
  const proofs = proofsOf(reports, { checkedAt: at, identities: ownIdentities, revoked })
  const judgedReports = reports.slice(0, MAX_SIGNATURES)
  const differencesByEnd = differencesAfter(
    bytes,
    judgedReports.filter(hasEnd).map(({ range }) => endOf(range)),
  )
  const signatures = judgedReports.map((report, index) =>
    factsOf({ bytes, report, proof: proofs[index]!, later: differencesByEnd.get(endOf(report.range)) ?? [] }),
  )
  return {
    outcome: outcomeOf(
      reports,
      signatures.map(({ state, later }, index) => ({ state, later, proof: proofs[index]!.problem })),
    ),
    cutShort: isCutShort(bytes),
    usageRights: findContainers(bytes).usageRights,
    sha256: sha256Of(bytes),
    size: bytes.length,
    revisions: revisionsOf(bytes)
      .slice(0, MAX_SIGNATURES)
      .map(({ withLineEnd }) => withLineEnd),
    changes: distinct(reports.flatMap(({ changes }) => changes)).slice(0, MAX_SIGNATURES),
    additions: [...new Set(reports.flatMap(({ additions }) => additions))],
    services: [],
    signatures,
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const hasEnd = ({ problems }: SignatureReport) => !problems.includes('range') && !problems.includes('cut')

/** Whether objects follow the file's last end-of-file marker without another marker. */
function isCutShort(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = file.lastIndexOf(END)
  return (
    end >= 0 && /^\s*\d+ \d+ obj\b/.test(file.toString('latin1', end + END.length, end + END.length + 40))
  )
}

const distinct = (changes: Change[]) => [
  ...new Map(changes.map((change) => [JSON.stringify(change), change])).values(),
]

/**
 * Also true for an invalid seal, because its certificate still shows that it is not a person's signature.
 */
const hasSealCertificate = ({ issuedByAuthority, certificate }: SignatureReport) =>
  issuedByAuthority && certificate !== null && isClosingSeal(certificate, null)

interface JudgedSignature {
  bytes: Uint8Array
  report: SignatureReport
  proof: TimeProof
  later: LaterDifference[]
}

/**
 * A valid signature that no longer proves anything is unclear; a signature made after a revocation fails.
 */
function stateWith(report: SignatureReport, { problem }: TimeProof): State {
  const state = stateOf(report)
  if (state !== 'holds' || problem === null) return state
  return problem === 'revoked' ? 'fails' : 'unclear'
}

const factsOf = ({ bytes, report, proof, later }: JudgedSignature): SignatureFacts => ({
  field: cleanName(report.fieldName ?? ''),
  isTimestamp: report.isTimestamp,
  closingSeal: report.closingSeal || hasSealCertificate(report),
  ours: report.issuedByAuthority,
  signer: cleanName(report.signer),
  email: cleanName(report.email ?? ''),
  phone: cleanName(report.phone ?? ''),
  state: stateWith(report, proof),
  problems: proof.problem ? [...report.problems, proof.problem] : report.problems,
  remarks: report.remarks,
  changedAfterwards:
    (report.issuedByAuthority && report.changedAfterwards) || later.some((one) => !isAddition(one)),
  unknownClock: report.isTimestamp && !report.trusted,
  later: later.map(({ what, page, field }) => ({ what, page, field: cleanName(field) })),
  claimedAt: report.claimedAt?.toISOString() ?? null,
  timestampedAt: report.timestampedAt?.toISOString() ?? null,
  timestampedBy: cleanName(report.timestampedBy ?? ''),
  clockKnown: report.clockTrusted,
  provedBy: cleanName(proof.authorityName),
  existedAt: proof.isOwn ? null : (proof.existedAt?.toISOString() ?? null),
  certificate: report.certificate && certificateFacts(report.certificate),
  range: report.range,
  revision: report.ofAuthority ? sha256Of(bytes.subarray(0, endOf(report.range))) : '',
  service: null,
  place: report.place,
})

function certificateFacts(der: Uint8Array): CertificateFacts {
  const { issuerText, serial, from, until, units } = readCertificateParts(Buffer.from(der))
  const fieldOf = (words: RegExp) => cleanName(units.map((unit) => words.exec(unit)?.[1]).find(Boolean) ?? '')
  return {
    issuer: cleanName(issuerText),
    serial: serial.toUpperCase().slice(0, 60),
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    party: fieldOf(PARTY),
    document: fieldOf(DOCUMENT),
    realName: fieldOf(REAL_NAME),
  }
}

/** Names in certificates are untrusted, so control characters are removed and the length is limited. */
const cleanName = (text: string) => [...text.replace(/\p{C}/gu, '\ufffd')].slice(0, 120).join('')
