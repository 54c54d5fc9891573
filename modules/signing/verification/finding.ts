import { createHash } from 'node:crypto'
import { isClosingSeal } from '../providers/builtin/pades/certificate.ts'
import type { Change } from '../providers/builtin/pades/changes/changes.ts'
import type { LaterAddition } from '../providers/builtin/pades/changes/later.ts'
import type { ByteRange } from '../providers/builtin/pades/containers.ts'
import { findContainers } from '../providers/builtin/pades/containers.ts'
import { readCertificateParts } from '../providers/builtin/pades/general/certificate.ts'
import { stateOf } from '../providers/builtin/pades/judging/report.ts'
import { isAddition, type Later } from '../providers/builtin/pades/later/compare.ts'
import { laterThan } from '../providers/builtin/pades/later/later.ts'
import type { WidgetPlace } from '../providers/builtin/pades/reading/fields.ts'
import { endOf, revisionsOf } from '../providers/builtin/pades/revisions.ts'
import {
  type Problem,
  type Remark,
  type SignatureReport,
  type State,
  verifyPades,
} from '../providers/builtin/pades/verify.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** What a file says of itself, in what can be written as JSON. */
export interface Finding {
  outcome: Outcome
  /** Whether the file ends before its own end, as after a download that broke off. */
  cutShort: boolean
  /** Whether Adobe's rights to use a form stand in it, which are no signature. */
  usageRights: boolean
  sha256: string
  size: number
  /** Where each revision ends, in bytes. */
  revisions: number[]
  /** What was changed after the first signature, each once. */
  changes: Change[]
  /** What others have added since, each once: it is no change. */
  additions: LaterAddition[]
  signatures: SignatureFacts[]
}

export interface SignatureFacts {
  field: string
  isTimestamp: boolean
  closingSeal: boolean
  /** Whether our authority issued the certificate. */
  ours: boolean
  signer: string
  /** On the certificate; '' when there is none. */
  email: string
  state: State
  problems: Problem[]
  remarks: Remark[]
  changedAfterwards: boolean
  /** A document time-stamp of a server that nobody here knows: it proves nothing. */
  unknownClock: boolean
  /** What came behind it. */
  later: Later[]
  /** ISO 8601; null when the file does not say. */
  claimedAt: string | null
  timestampedAt: string | null
  timestampedBy: string
  /** Whether the server of the time-stamp is one that we know. */
  clockKnown: boolean
  certificate: CertificateFacts | null
  range: ByteRange
  /** SHA-256 of the file as it ended with this signature; '' where it is none of ours. */
  revision: string
  /** Where it is seen. */
  place: WidgetPlace | null
}

export interface CertificateFacts {
  issuer: string
  serial: string
  from: string | null
  until: string | null
}

export type { Outcome } from './outcome.ts'

const END = '%%EOF'

/** A hostile file may hold any number; nobody signs, or reads, so many. */
const SHOWN = 100

/**
 * Throws when the bytes are no PDF, or one that nobody can read. The certificates, of ours and of time-stamp
 * servers, are DER.
 */
export async function findOut(
  bytes: Uint8Array,
  identities: Uint8Array | Uint8Array[],
  clocks: Uint8Array[] = [],
): Promise<Finding> {
  const reports = await verifyPades(bytes, [identities].flat(), clocks)
  const told = reports.slice(0, SHOWN)
  const later = laterThan(
    bytes,
    told.filter(hasEnd).map(({ range }) => endOf(range)),
  )
  const signatures = told.map((report) => factsOf(bytes, report, later.get(endOf(report.range)) ?? []))
  return {
    outcome: outcomeOf(reports, signatures),
    cutShort: isCutShort(bytes),
    usageRights: findContainers(bytes).usageRights,
    sha256: sha256Of(bytes),
    size: bytes.length,
    revisions: revisionsOf(bytes)
      .slice(0, SHOWN)
      .map(({ withLineEnd }) => withLineEnd),
    changes: distinct(reports.flatMap(({ changes }) => changes)).slice(0, SHOWN),
    additions: [...new Set(reports.flatMap(({ additions }) => additions))],
    signatures,
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const hasEnd = ({ problems }: SignatureReport) => !problems.includes('range') && !problems.includes('cut')

/**
 * Whether objects of a further version are begun behind the last end of the file, and no end follows them.
 */
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

/** Also of a seal that does not hold: its certificate still says that nobody signed by it. */
const bearsSealOf = ({ issuedByAuthority, certificate }: SignatureReport) =>
  issuedByAuthority && certificate !== null && isClosingSeal(certificate, null)

const factsOf = (bytes: Uint8Array, report: SignatureReport, later: Later[]): SignatureFacts => ({
  field: plain(report.fieldName ?? ''),
  isTimestamp: report.isTimestamp,
  closingSeal: report.closingSeal || bearsSealOf(report),
  ours: report.issuedByAuthority,
  signer: plain(report.signer),
  email: plain(report.email ?? ''),
  state: stateOf(report),
  problems: report.problems,
  remarks: report.remarks,
  changedAfterwards:
    (report.issuedByAuthority && report.changedAfterwards) || later.some((one) => !isAddition(one)),
  unknownClock: report.isTimestamp && !report.trusted,
  later: later.map(({ what, page, field }) => ({ what, page, field: plain(field) })),
  claimedAt: report.claimedAt?.toISOString() ?? null,
  timestampedAt: report.timestampedAt?.toISOString() ?? null,
  timestampedBy: plain(report.timestampedBy ?? ''),
  clockKnown: report.timestampedAt !== null && report.trusted,
  certificate: report.certificate && certificateFacts(report.certificate),
  range: report.range,
  revision: report.ofAuthority ? sha256Of(bytes.subarray(0, endOf(report.range))) : '',
  place: report.place,
})

function certificateFacts(der: Uint8Array): CertificateFacts {
  const { issuerText, serial, from, until } = readCertificateParts(Buffer.from(der))
  return {
    issuer: plain(issuerText),
    serial: serial.toUpperCase().slice(0, 60),
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  }
}

/** Anybody may write a name on a certificate: nothing in it may turn the text around or fill the page. */
const plain = (text: string) => [...text.replace(/\p{C}/gu, '\ufffd')].slice(0, 120).join('')
