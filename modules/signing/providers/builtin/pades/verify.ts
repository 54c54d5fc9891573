import type { Certificate } from 'pkijs'
import { isClosingSeal } from './certificate.ts'
import type { Change } from './changes/changes.ts'
import { laterChanges } from './changes/later.ts'
import { type Cms, holds, namesCertificate, readCms, withoutPadding } from './cms.ts'
import { type ByteRange, type Container, findContainers } from './containers.ts'
import { derOf, readCertificate } from './engine.ts'
import { coversRevision, endOf, endsAt, type Revision, revisionsOf } from './revisions.ts'
import { readToken } from './timestamp.ts'
import { trusted, withinValidity } from './trust.ts'
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
  /** Whether the certificate leads to one of the given roots, whatever became of the signature. */
  issuedByAuthority: boolean
  /** Whether it does and the signature holds. */
  ofAuthority: boolean
  /** Whether it does, and the server's certificate too if there is a time-stamp. */
  trusted: boolean
  /** Whether it is the platform's closing seal, as its certificate says, whatever name it bears. */
  closingSeal: boolean
  coversWholeDocument: boolean
  /** What later revisions do beyond adding a signature of the same authority. */
  changes: Change[]
  /** Whether there are any. */
  changedAfterwards: boolean
}

/**
 * sealed: every signature holds, nothing else was changed, and the closing seal is over all of it; unsealed: the
 * same without the seal, as while people are still signing, or when it was cut off; unsigned: no signature;
 * otherwise the worst of what was found.
 */
export type Verdict = 'sealed' | 'unsealed' | 'unsigned' | 'foreign' | 'changed' | 'unsound'

export function verdictOn(reports: SignatureReport[]): Verdict {
  const signatures = reports.filter(({ isTimestamp }) => !isTimestamp)
  const last = signatures.at(-1)
  if (!last) return 'unsigned'
  if (reports.some(({ problems }) => problems.length > 0)) return 'unsound'
  if (reports.some(({ changedAfterwards }) => changedAfterwards)) return 'changed'
  if (signatures.some(({ ofAuthority }) => !ofAuthority)) return 'foreign'
  return last.closingSeal && reports.at(-1)!.coversWholeDocument ? 'sealed' : 'unsealed'
}

/**
 * Checks every signature of a file, in the order in which they were made. `roots` are the DER certificates of the
 * authority: a revision that none of its certificates closes is a change.
 */
export async function verifyPades(bytes: Uint8Array, roots: Uint8Array[] = []): Promise<SignatureReport[]> {
  const revisions = revisionsOf(bytes)
  const anchors = roots.map(readCertificate)
  const { held, stray } = await findContainers(bytes)
  const judged: Judged[] = []
  // One after the other: each copies what it covers.
  for (const container of held)
    judged.push({
      end: endOf(container.range),
      report: await judge(bytes, container, revisions, anchors),
    })
  const lost = stray.map((range) => ({ end: endOf(range), report: blank(null, ['unreachable'], range) }))
  const all = [...judged, ...lost].sort((a, b) => a.end - b.end)
  return withChanges(bytes, revisions, all)
}

interface Judged {
  end: number
  report: SignatureReport
}

async function withChanges(bytes: Uint8Array, revisions: Revision[], judged: Judged[]) {
  const sound = judged.filter(({ report }) => report.problems.length === 0)
  const closers = (revision: Revision) => sound.filter(({ end }) => endsAt(revision, end))
  const first = revisions.findIndex((revision) => closers(revision).length > 0)
  const signed = first < 0 ? [] : revisions.slice(first)
  const changes = await laterChanges(bytes, signed, (revision) => {
    const found = closers(revision)
    if (found.length === 0) return 'none'
    if (found.every(({ report }) => report.isTimestamp)) return 'time-stamp'
    return found.some(({ report }) => report.ofAuthority) ? 'ours' : 'foreign'
  })
  return judged.map(({ end, report }) => {
    const after = signed.slice(1).flatMap((one, index) => (one.end > end ? changes[index]! : []))
    return {
      ...report,
      // Whoever changes the file may rename a field; then only the certificate counts.
      closingSeal:
        report.ofAuthority && isClosingSeal(report.certificate!, after.length > 0 ? null : report.fieldName),
      coversWholeDocument: report.problems.length === 0 && end === bytes.length,
      changes: after,
      changedAfterwards: after.length > 0,
    }
  })
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
  changedAfterwards: false,
})

async function judge(
  bytes: Uint8Array,
  container: Container,
  revisions: Revision[],
  roots: Certificate[],
): Promise<SignatureReport> {
  const { fieldName, isTimestamp, claimedAt, contents, range } = container
  const report = { ...blank(fieldName, [], range), isTimestamp, claimedAt }
  if (!coversRevision(bytes, container, revisions)) return { ...report, problems: ['range'] }
  try {
    const signed = signedBytes(bytes, container)
    return await (isTimestamp ? judgeTimestamp : judgeCms)(contents, signed, report, roots)
  } catch {
    return { ...report, problems: ['format'] }
  }
}

type Judge = (
  contents: Uint8Array,
  signed: Uint8Array,
  report: SignatureReport,
  roots: Certificate[],
) => Promise<SignatureReport>

const judgeTimestamp: Judge = async (contents, signed, report, roots) => {
  const stamp = await readToken(withoutPadding(contents), signed, roots).catch(() => null)
  if (!stamp) return { ...report, problems: ['time-stamp'] }
  const { certificate, at, trusted } = stamp
  const signer = nameOn(certificate)
  return {
    ...{ ...report, signer, certificate: derOf(certificate), timestampedAt: at, timestampedBy: signer },
    ...{ withinValidity: withinValidity(certificate, at), trusted },
  }
}

const judgeCms: Judge = async (contents, signed, report, roots) => {
  const cms = readCms(contents)
  const { certificate, others } = cms
  const problems: Problem[] = []
  if (!(await holds(cms, signed))) problems.push('signature')
  if (!namesCertificate(cms)) problems.push('certificate')
  const stamp = await timestampOf(cms, roots)
  if (stamp === 'unsound') problems.push('time-stamp')
  const sound = stamp && stamp !== 'unsound' ? stamp : null
  const at = sound?.at ?? report.claimedAt
  const issuedByAuthority = at !== null && (await trusted(certificate, others, roots, at))
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

async function timestampOf({ token, info }: Cms, roots: Certificate[]) {
  if (!token) return null
  return readToken(token, info.signature.valueBlock.valueHexView, roots).catch(() => 'unsound' as const)
}

function signedBytes(bytes: Uint8Array, { range: [start, length, next, rest] }: Container): Uint8Array {
  return Buffer.concat([bytes.subarray(start, start + length), bytes.subarray(next, next + rest)])
}
