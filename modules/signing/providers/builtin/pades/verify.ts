import type { Certificate } from 'pkijs'
import { type Cms, holds, namesCertificate, readCms } from './cms.ts'
import { type Container, findContainers } from './containers.ts'
import { derOf, readCertificate } from './engine.ts'
import { coversRevision, endOf, goesOn, revisionEnds } from './revisions.ts'
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
  /** Empty when the signature holds. */
  problems: Problem[]
  signer: string
  email: string | null
  /** DER */
  certificate: Uint8Array | null
  claimedAt: Date | null
  timestampedAt: Date | null
  /** Whether the certificate was valid at the time-stamp, or else at the claimed time. */
  withinValidity: boolean
  /** Whether the certificate, and the server's if there is a time-stamp, lead to one of the given roots. */
  trusted: boolean
  coversWholeDocument: boolean
  /** Whether a revision follows that no sound signature closes. */
  changedAfterwards: boolean
}

/** Checks every signature of a file, in the order in which they were made. `roots` are DER certificates. */
export async function verifyPades(bytes: Uint8Array, roots: Uint8Array[] = []): Promise<SignatureReport[]> {
  const ends = revisionEnds(bytes)
  const anchors = roots.map(readCertificate)
  const { held, stray } = await findContainers(bytes)
  const judged = await Promise.all(
    held.map(async (container) => {
      const report = await judge(bytes, container, ends, anchors)
      return { end: endOf(container.range), report }
    }),
  )
  const lost = stray.map((range) => ({ end: endOf(range), report: blank(null, ['unreachable']) }))
  const sound = judged.filter(({ report }) => report.problems.length === 0).map(({ end }) => end)
  return [...judged, ...lost]
    .sort((a, b) => a.end - b.end)
    .map(({ end, report }) => ({
      ...report,
      coversWholeDocument: sound.includes(end) && end === bytes.length,
      changedAfterwards: goesOn(end, ends, sound),
    }))
}

const blank = (fieldName: string | null, problems: Problem[]): SignatureReport => ({
  fieldName,
  problems,
  signer: '',
  email: null,
  certificate: null,
  claimedAt: null,
  timestampedAt: null,
  withinValidity: false,
  trusted: false,
  coversWholeDocument: false,
  changedAfterwards: false,
})

async function judge(
  bytes: Uint8Array,
  container: Container,
  ends: [number, number][],
  roots: Certificate[],
): Promise<SignatureReport> {
  const report = { ...blank(container.fieldName, []), claimedAt: container.claimedAt }
  if (!coversRevision(bytes, container, ends)) return { ...report, problems: ['range'] }
  try {
    return await judgeCms(readCms(container.contents), signedBytes(bytes, container), report, roots)
  } catch {
    return { ...report, problems: ['format'] }
  }
}

async function judgeCms(cms: Cms, signed: Uint8Array, report: SignatureReport, roots: Certificate[]) {
  const { certificate, others } = cms
  const problems: Problem[] = []
  if (!(await holds(cms, signed))) problems.push('signature')
  if (!namesCertificate(cms)) problems.push('certificate')
  const stamp = await timestampOf(cms, roots)
  if (stamp === 'unsound') problems.push('time-stamp')
  const stampedAt = stamp && stamp !== 'unsound' ? stamp.at : null
  const at = stampedAt ?? report.claimedAt
  return {
    ...report,
    problems,
    signer: nameOn(certificate),
    email: emailOn(certificate),
    certificate: derOf(certificate),
    timestampedAt: stampedAt,
    withinValidity: at !== null && withinValidity(certificate, at),
    trusted:
      at !== null &&
      problems.length === 0 &&
      (await trusted(certificate, others, roots, at)) &&
      (stamp === null || (stamp !== 'unsound' && stamp.trusted)),
  }
}

async function timestampOf({ token, info }: Cms, roots: Certificate[]) {
  if (!token) return null
  return readToken(token, info.signature.valueBlock.valueHexView, roots).catch(() => 'unsound' as const)
}

function signedBytes(bytes: Uint8Array, { range: [start, length, next, rest] }: Container): Uint8Array {
  return Buffer.concat([bytes.subarray(start, start + length), bytes.subarray(next, next + rest)])
}
