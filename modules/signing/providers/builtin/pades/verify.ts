import type { Certificate } from 'pkijs'
import { isClosingSeal } from './certificate.ts'
import type { Change } from './changes/changes.ts'
import { type Closing, type LaterAddition, laterRevisions } from './changes/later.ts'
import { type Cms, holds, namesCertificate, readCms, withoutPadding } from './cms.ts'
import { type ByteRange, type Container, findContainers } from './containers.ts'
import { derOf, readCertificate } from './engine.ts'
import { isOurs } from './identity.ts'
import { coversRevision, endOf, endsAt, type Revision, revisionsOf } from './revisions.ts'
import { readToken } from './timestamp.ts'
import { withinValidity } from './trust.ts'
import { emailOn, nameOn } from './x509.ts'

/**
 * unreachable: no field leads to it, or the file cannot be read; range: it covers other bytes than a whole
 * revision; format: not a CMS signature; signature: the bytes or the key are others; certificate: not the one
 * that was signed with; time-stamp: for other bytes.
 */
export type Problem = 'unreachable' | 'range' | 'format' | 'signature' | 'certificate' | 'time-stamp'

export interface SignatureReport {
  fieldName: string | null
  /** A document time-stamp: `signer` is then the time-stamp server. */
  isTimestamp: boolean
  range: ByteRange
  /** Empty when the signature holds. */
  problems: Problem[]
  signer: string
  email: string | null
  /** DER */
  certificate: Uint8Array | null
  claimedAt: Date | null
  timestampedAt: Date | null
  /** The server, by its certificate's own word. */
  timestampedBy: string | null
  /** Whether the certificate was valid at the time-stamp, or else at the claimed time. */
  withinValidity: boolean
  /** Whether the certificate is one of ours, whatever became of the signature. */
  issuedByAuthority: boolean
  /** Whether it is and the signature holds. */
  ofAuthority: boolean
  /** Whether it is, and the server of the time-stamp, if there is one, is trusted; of a document time-stamp the server alone. */
  trusted: boolean
  /** Whether it is the platform's closing seal, as its certificate says, whatever name it bears. */
  closingSeal: boolean
  coversWholeDocument: boolean
  /** What later revisions do beyond adding a signature of ours and what others may add. */
  changes: Change[]
  /** What others have added after it: it is no change, and nothing is proved by it. */
  additions: LaterAddition[]
  /** Whether there are any. */
  changedAfterwards: boolean
}

/**
 * sealed: every signature holds, nothing else was changed, and the closing seal is over all of it but what others may
 * add; unsealed: the same without the seal, as while people are still signing, or when it was cut off; unsigned: no
 * signature; otherwise the worst of what was found.
 */
export type Verdict = 'sealed' | 'unsealed' | 'unsigned' | 'foreign' | 'changed' | 'unsound'

export function verdictOn(reports: SignatureReport[]): Verdict {
  const signatures = reports.filter(({ isTimestamp }) => !isTimestamp)
  const last = signatures.at(-1)
  if (!last) return 'unsigned'
  if (reports.some(({ problems }) => problems.length > 0)) return 'unsound'
  if (reports.some(({ changedAfterwards }) => changedAfterwards)) return 'changed'
  if (signatures.some(({ ofAuthority }) => !ofAuthority)) return 'foreign'
  // What follows the last signature is known by name, or it would be a change.
  return last.closingSeal ? 'sealed' : 'unsealed'
}

/** Whom a file's signatures are judged by, all as DER. */
export interface Trust {
  /** Our own certificates, of now and before: of authorities that issue, and of operators that sign. */
  identities: Uint8Array[]
  /** Of time-stamp servers, or of those that issue theirs. */
  clocks: Certificate[]
}

/**
 * Checks every signature of a file, in the order in which they were made. `identities` and `clocks` are DER certificates,
 * as `Trust` has them: a revision that none of ours closes is a change, unless it holds what others may add.
 */
export async function verifyPades(
  bytes: Uint8Array,
  identities: Uint8Array[] = [],
  clocks: Uint8Array[] = [],
): Promise<SignatureReport[]> {
  const revisions = revisionsOf(bytes)
  const trust = { identities, clocks: clocks.map(readCertificate) }
  const { held, stray } = await findContainers(bytes)
  const judged: Judged[] = []
  // One after the other: each copies what it covers.
  for (const container of held)
    judged.push({
      end: endOf(container.range),
      report: await judge(bytes, container, revisions, trust),
    })
  const lost = stray.map((range) => ({ end: endOf(range), report: blank(null, ['unreachable'], range) }))
  const all = [...judged, ...lost].sort((a, b) => a.end - b.end)
  return withChanges(bytes, revisions, all)
}

interface Judged {
  end: number
  report: SignatureReport
}

function withChanges(bytes: Uint8Array, revisions: Revision[], judged: Judged[]): SignatureReport[] {
  const sound = judged.filter(({ report }) => report.problems.length === 0)
  const closers = (revision: Revision) => sound.filter(({ end }) => endsAt(revision, end))
  const first = revisions.findIndex((revision) => closers(revision).length > 0)
  const signed = first < 0 ? [] : revisions.slice(first)
  const closings = signed.map((revision) => closingBy(closers(revision).map(({ report }) => report)))
  const ours = closings.indexOf('ours')
  const later = laterRevisions(bytes, signed, (revision) => {
    const index = signed.indexOf(revision)
    return index < ours && closings[index] !== 'none' ? 'earlier' : closings[index]!
  })
  return judged.map(({ end, report }) => {
    const after = later.filter((_, index) => signed[index + 1]!.end > end)
    const changes = after.flatMap((one) => one.changes)
    return {
      ...report,
      // Whoever changes the file may rename a field; then only the certificate counts.
      closingSeal:
        report.ofAuthority &&
        isClosingSeal(report.certificate!, changes.length > 0 ? null : report.fieldName),
      coversWholeDocument: report.problems.length === 0 && end === bytes.length,
      changes,
      additions: after.flatMap((one) => one.additions),
      changedAfterwards: changes.length > 0,
    }
  })
}

function closingBy(closers: SignatureReport[]): Closing {
  if (closers.length === 0) return 'none'
  const signatures = closers.filter(({ isTimestamp }) => !isTimestamp)
  if (signatures.length > 0) return signatures.some(({ ofAuthority }) => ofAuthority) ? 'ours' : 'foreign'
  return closers.every(({ trusted }) => trusted) ? 'time-stamp' : 'unknown-clock'
}

const blank = (fieldName: string | null, problems: Problem[], range: ByteRange): SignatureReport => ({
  fieldName,
  isTimestamp: false,
  range,
  problems,
  signer: '',
  email: null,
  certificate: null,
  claimedAt: null,
  timestampedAt: null,
  timestampedBy: null,
  withinValidity: false,
  issuedByAuthority: false,
  ofAuthority: false,
  trusted: false,
  closingSeal: false,
  coversWholeDocument: false,
  changes: [],
  additions: [],
  changedAfterwards: false,
})

async function judge(
  bytes: Uint8Array,
  container: Container,
  revisions: Revision[],
  trust: Trust,
): Promise<SignatureReport> {
  const { fieldName, isTimestamp, claimedAt, contents, range } = container
  const report = { ...blank(fieldName, [], range), isTimestamp, claimedAt }
  if (!coversRevision(bytes, container, revisions)) return { ...report, problems: ['range'] }
  try {
    const signed = signedBytes(bytes, container)
    return await (isTimestamp ? judgeTimestamp : judgeCms)(contents, signed, report, trust)
  } catch {
    return { ...report, problems: ['format'] }
  }
}

type Judge = (
  contents: Uint8Array,
  signed: Uint8Array,
  report: SignatureReport,
  trust: Trust,
) => Promise<SignatureReport>

const judgeTimestamp: Judge = async (contents, signed, report, { clocks }) => {
  const stamp = await readToken(withoutPadding(contents), signed, clocks).catch(() => null)
  if (!stamp) return { ...report, problems: ['time-stamp'] }
  const { certificate, at, trusted } = stamp
  const signer = nameOn(certificate)
  return {
    ...{ ...report, signer, certificate: derOf(certificate), timestampedAt: at, timestampedBy: signer },
    ...{ withinValidity: withinValidity(certificate, at), trusted },
  }
}

const judgeCms: Judge = async (contents, signed, report, { identities, clocks }) => {
  const cms = readCms(contents)
  const { certificate } = cms
  const problems: Problem[] = []
  if (!(await holds(cms, signed))) problems.push('signature')
  if (!namesCertificate(cms)) problems.push('certificate')
  const stamp = await timestampOf(cms, clocks)
  if (stamp === 'unsound') problems.push('time-stamp')
  const sound = stamp && stamp !== 'unsound' ? stamp : null
  const at = sound?.at ?? report.claimedAt
  const issuedByAuthority = at !== null && isOurs(derOf(certificate), identities, at)
  const ofAuthority = issuedByAuthority && problems.length === 0
  return {
    ...report,
    problems,
    signer: nameOn(certificate),
    email: emailOn(certificate),
    certificate: derOf(certificate),
    timestampedAt: sound?.at ?? null,
    timestampedBy: sound && nameOn(sound.certificate),
    withinValidity: at !== null && withinValidity(certificate, at),
    issuedByAuthority,
    ofAuthority,
    trusted: ofAuthority && (stamp === null || sound?.trusted === true),
  }
}

async function timestampOf({ token, info }: Cms, clocks: Certificate[]) {
  if (!token) return null
  return readToken(token, info.signature.valueBlock.valueHexView, clocks).catch(() => 'unsound' as const)
}

function signedBytes(bytes: Uint8Array, { range: [start, length, next, rest] }: Container): Uint8Array {
  return Buffer.concat([bytes.subarray(start, start + length), bytes.subarray(next, next + rest)])
}
