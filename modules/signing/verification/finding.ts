import { createHash, X509Certificate } from 'node:crypto'
import { isClosingSeal } from '../providers/builtin/pades/certificate.ts'
import type { Change } from '../providers/builtin/pades/changes/changes.ts'
import type { LaterAddition } from '../providers/builtin/pades/changes/later.ts'
import type { ByteRange } from '../providers/builtin/pades/containers.ts'
import { revisionsOf } from '../providers/builtin/pades/revisions.ts'
import {
  type Problem,
  type SignatureReport,
  verdictOn,
  verifyPades,
} from '../providers/builtin/pades/verify.ts'

/**
 * sealed: unchanged, under the closing seal; unsealed: unchanged, but the seal is missing; changed: something was
 * changed after signing; foreign: signed, but not through us; unsigned: no signature.
 */
export type Outcome = 'sealed' | 'unsealed' | 'changed' | 'foreign' | 'unsigned'

/** What a file says of itself, in what can be written as JSON. */
export interface Finding {
  outcome: Outcome
  /** Whether the file ends before its own end, as after a download that broke off. */
  cutShort: boolean
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
  problems: Problem[]
  changedAfterwards: boolean
  /** A document time-stamp of a server that nobody here knows: it proves nothing. */
  unknownClock: boolean
  /** ISO 8601; null when the file does not say. */
  claimedAt: string | null
  timestampedAt: string | null
  timestampedBy: string
  certificate: CertificateFacts | null
  range: ByteRange
}

export interface CertificateFacts {
  issuer: string
  serial: string
  from: string
  until: string
}

const END = '%%EOF'

/** A hostile file may hold any number; nobody signs, or reads, so many. */
const SHOWN = 100

/** Throws when the bytes are no PDF, or one that nobody can read. The certificates, of ours and of time-stamp servers, are DER. */
export async function findOut(
  bytes: Uint8Array,
  identities: Uint8Array | Uint8Array[],
  clocks: Uint8Array[] = [],
): Promise<Finding> {
  const reports = await verifyPades(bytes, [identities].flat(), clocks)
  return {
    outcome: outcomeOf(reports),
    cutShort: isCutShort(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    revisions: revisionsOf(bytes)
      .slice(0, SHOWN)
      .map(({ withLineEnd }) => withLineEnd),
    changes: distinct(reports.flatMap(({ changes }) => changes)).slice(0, SHOWN),
    additions: [...new Set(reports.flatMap(({ additions }) => additions))],
    signatures: reports.slice(0, SHOWN).map(factsOf),
  }
}

/** A file none of whose signatures is ours cannot be judged as ours are: others may lawfully add what we never do. */
export function outcomeOf(reports: SignatureReport[]): Outcome {
  const verdict = verdictOn(reports)
  if (verdict === 'sealed' || verdict === 'unsealed' || verdict === 'unsigned') return verdict
  const known = reports.filter(({ isTimestamp, certificate }) => !isTimestamp && certificate)
  const strange = known.length > 0 && known.every(({ issuedByAuthority }) => !issuedByAuthority)
  return strange || verdict === 'foreign' ? 'foreign' : 'changed'
}

/** Whether objects of a further version are begun behind the last end of the file, and no end follows them. */
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

const factsOf = (report: SignatureReport): SignatureFacts => ({
  field: plain(report.fieldName ?? ''),
  isTimestamp: report.isTimestamp,
  closingSeal: report.closingSeal || bearsSealOf(report),
  ours: report.issuedByAuthority,
  signer: plain(report.signer),
  problems: report.problems,
  changedAfterwards: report.changedAfterwards,
  unknownClock: report.isTimestamp && !report.trusted,
  claimedAt: report.claimedAt?.toISOString() ?? null,
  timestampedAt: report.timestampedAt?.toISOString() ?? null,
  timestampedBy: plain(report.timestampedBy ?? ''),
  certificate: report.certificate && certificateFacts(report.certificate),
  range: report.range,
})

function certificateFacts(der: Uint8Array): CertificateFacts {
  const { issuer, serialNumber, validFromDate, validToDate } = new X509Certificate(der)
  const lines = issuer.split('\n').map(plain)
  return {
    issuer: lines.join(', '),
    serial: serialNumber,
    from: validFromDate.toISOString(),
    until: validToDate.toISOString(),
  }
}

/** Anybody may write a name on a certificate: nothing in it may turn the text around or fill the page. */
const plain = (text: string) => [...text.replace(/\p{C}/gu, '\ufffd')].slice(0, 120).join('')
