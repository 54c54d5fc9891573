import { createHash } from 'node:crypto'
import { readCrl } from '../../providers/builtin/pades/archive/crl.ts'
import { engine, readCertificate } from '../../providers/builtin/pades/engine.ts'
import { readCertificateParts } from '../../providers/builtin/pades/general/certificate.ts'
import type { CheckContext, Finding } from '../finding.ts'
import { inspectFile } from '../inspect-file.ts'
import { asStoredFile } from '../kept-file.ts'
import { FOLDERS, NAMES } from './bundle-names.ts'
import { checkLog, type LogReport, stageFilesOf } from './check-log.ts'
import {
  checkManifest,
  compareFiles,
  type FileReport,
  type ManifestReport,
  unchangedFiles,
} from './check-manifest.ts'
import { checkProofs, type ProofReport } from './check-proofs.ts'
import { readPem } from './pem.ts'

/**
 * sound: unchanged, and proved by the signatures; altered: changed or incomplete; open: unchanged, but the
 * check of a PDF is inconclusive.
 */
export type BundleVerdict = 'sound' | 'altered' | 'open'

export interface BundleReport {
  verdict: BundleVerdict
  manifest: ManifestReport
  files: FileReport[]
  documents: DocumentReport[]
  log: LogReport
  /** Whether the log rows and the files are in the public log. */
  proofs: ProofReport
  /** The certificates from which the check started. */
  authorities: TrustedCertificate[]
  clocks: TrustedCertificate[]
}

export interface DocumentReport {
  name: string
  finding: Finding | 'missing' | 'unreadable' | 'protected'
}

export interface TrustedCertificate {
  name: string
  /** Whether the certificate issued itself, as a root does. */
  isRoot: boolean
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string
}

/** Checks an evidence bundle without trusting any part of it in advance. `at` is the time of the check. */
export async function checkBundle(files: Map<string, Uint8Array>, at: Date): Promise<BundleReport> {
  const unchangedFileMap = unchangedFiles(files)
  const identities = readPem(unchangedFileMap.get(NAMES.authorities))
  const clocks = readPem(unchangedFileMap.get(NAMES.clocks))
  const otherCertificates = readPem(unchangedFileMap.get(NAMES.certificates))
  const manifest = await checkManifest(files, { identities, others: otherCertificates })
  const context = { at, revoked: await findRevoked(files, identities) }
  const inspect = async (name: string): Promise<DocumentReport> => {
    const bytes = files.get(name)
    return { name, finding: bytes ? await inspectFile(bytes, identities, clocks, context) : 'missing' }
  }
  const signedReport = await inspect(NAMES.signed)
  const finding = typeof signedReport.finding === 'string' ? null : signedReport.finding
  const log = checkLog(files.get(NAMES.log), files.get(NAMES.signed), finding, reportsIn(files))
  if (finding && manifest.problem === null && log.problem === null)
    signedReport.finding = asStoredByPlatform(log, finding, files.get(NAMES.signed)!)
  const documents = [signedReport, await inspect(NAMES.certificate)]
  const report = {
    manifest,
    files: compareFiles(files, manifest.manifest),
    documents,
    log,
    proofs: await checkProofs(files, log.rows, clocks),
    authorities: identities.map(describe).sort((a, b) => Number(b.isRoot) - Number(a.isRoot)),
    clocks: clocks.map(describe),
  }
  return { verdict: verdictOf(report), ...report }
}

const reportsIn = (files: Map<string, Uint8Array>) =>
  [...files].flatMap(([name, bytes]) => (name.startsWith(FOLDERS.services) ? [bytes] : []))

/** The finding; it is corrected if the sealed log names the file as one that the platform stores. */
function asStoredByPlatform({ rows }: LogReport, finding: Finding, bytes: Uint8Array): Finding {
  const files = stageFilesOf(rows, finding.sha256)
  return files.length > 0 ? asStoredFile(finding, bytes, files) : finding
}

/** The outcomes that raise no objection. */
const SOUND_OUTCOMES = new Set(['sealed', 'kept'])

const BAD_OUTCOMES = new Set(['changed', 'invalid', 'unsigned'])

function verdictOf({
  manifest,
  files,
  documents,
  log,
  proofs,
}: Omit<BundleReport, 'verdict'>): BundleVerdict {
  const outcomes = documents.map(({ finding }) => (typeof finding === 'string' ? null : finding.outcome))
  const isWhole = manifest.problem === null && files.every(({ state }) => state === 'same')
  const isLogged = log.problem === null && proofs.problem === null
  if (!isWhole || !isLogged || outcomes.some((one) => one === null || BAD_OUTCOMES.has(one))) return 'altered'
  return outcomes.every((one) => one !== null && SOUND_OUTCOMES.has(one)) ? 'sound' : 'open'
}

/** The revoked certificates, from revocation lists that the authorities signed. */
async function findRevoked(files: Map<string, Uint8Array>, identities: Uint8Array[]) {
  const revoked: NonNullable<CheckContext['revoked']> = []
  for (const [name, bytes] of files) {
    if (!name.startsWith(FOLDERS.revocation)) continue
    revoked.push(...(await entriesOf(bytes, identities).catch(() => [])))
  }
  return revoked
}

async function entriesOf(der: Uint8Array, identities: Uint8Array[]) {
  const list = readCrl(der)
  for (const issuerCertificate of identities.map(readCertificate))
    if (await list.verify({ issuerCertificate }, engine).catch(() => false))
      return (list.revokedCertificates ?? []).map(({ userCertificate, revocationDate }) => ({
        serial: Buffer.from(userCertificate.valueBlock.valueHexView).toString('hex').toUpperCase(),
        at: revocationDate.value,
      }))
  return []
}

function describe(der: Uint8Array): TrustedCertificate {
  const fingerprint = createHash('sha256').update(der).digest('hex')
  try {
    const { name } = readCertificateParts(Buffer.from(der))
    const { issuer, subject } = readCertificate(der)
    return { name, isRoot: issuer.isEqual(subject), fingerprint }
  } catch {
    return { name: '', isRoot: false, fingerprint }
  }
}
