import { createHash } from 'node:crypto'
import { readCertificate } from '../../providers/builtin/pades/engine.ts'
import { validateTimestampToken } from '../../providers/builtin/pades/validation/token.ts'
import { stampTrusted } from '../../providers/builtin/pades/validation/validate.ts'
import { isLogged } from '../../transparency/logged-actions.ts'
import { entryOf, leafHash, rootFromProof } from '../../transparency/merkle.ts'
import { type Checkpoint, readCheckpoint, readKeyLine } from '../../transparency/note.ts'
import type { LeafProof, ProofFile } from '../../transparency/proof-file.ts'
import { NAMES } from './bundle-names.ts'
import type { LogRow } from './check-log.ts'

/**
 * checkpoint: not signed with the log's key; stamp: the time-stamp belongs to another checkpoint; proof: an
 * inclusion proof does not lead to the checkpoint; row, file: a row of the action log or a PDF has no proof.
 */
export type ProofProblem = 'missing' | 'unreadable' | 'checkpoint' | 'stamp' | 'proof' | 'row' | 'file'

/** The result of the check against the public log. */
export interface ProofReport {
  problem: ProofProblem | null
  /** Number of the row without a proof; null for any other problem. */
  row: number | null
  /** Name of the log, and number of its entries; '' and 0 if unknown. */
  origin: string
  size: number
  /** How many hashes of the bundle are proved to be in the log. */
  count: number
  /** The time at which the log already contained them, in ISO 8601; null without a time-stamp. */
  stampedAt: string | null
  stampedBy: string
  /** Whether the server of that time-stamp is trusted. */
  clockKnown: boolean
}

const NO_REPORT: ProofReport = {
  problem: null,
  row: null,
  origin: '',
  size: 0,
  count: 0,
  stampedAt: null,
  stampedBy: '',
  clockKnown: false,
}

/** Whether every row of the signing and both PDFs are in the public log. `clocks` are DER certificates. */
export async function checkProofs(
  files: Map<string, Uint8Array>,
  rows: LogRow[],
  clocks: Uint8Array[],
): Promise<ProofReport> {
  const [key, note, proofs] = [NAMES.logKey, NAMES.checkpoint, NAMES.proofs].map((name) => files.get(name))
  if (!key || !note || !proofs) return { ...NO_REPORT, problem: 'missing' }
  try {
    const checkpoint = readCheckpoint(text(note), readKeyLine(text(key)))
    if (!checkpoint) return { ...NO_REPORT, problem: 'checkpoint' }
    const { leaves } = JSON.parse(text(proofs)) as ProofFile
    const { origin, size } = checkpoint
    const baseReport = { ...NO_REPORT, origin, size, count: leaves.length }
    if (!leaves.every((leaf) => isProved(leaf, checkpoint))) return { ...baseReport, problem: 'proof' }
    const provedHashes = new Set(leaves.map(({ sha256 }) => sha256))
    const stamp = await checkStamp(files.get(NAMES.checkpointStamp), note, clocks)
    const gap = findUnproved(provedHashes, files, rows)
    return { ...baseReport, ...stamp, ...gap, problem: stamp.problem ?? gap.problem }
  } catch {
    return { ...NO_REPORT, problem: 'unreadable' }
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

// Stricter than decoders, which differ in what other forms they accept: Node and browsers must agree.
const SHA256 = /^[0-9a-f]{64}$/
const SALT = /^(?:[0-9a-f]{2})+$/
/** 32 bytes in base64: the last character before the padding has two bits that are zero. */
const PROOF_HASH = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

function isProved({ sha256, salt, position, proof }: LeafProof, { size, root }: Checkpoint): boolean {
  if (!SHA256.test(sha256) || !SALT.test(salt) || !proof.every((hash) => PROOF_HASH.test(hash))) return false
  const leaf = leafHash(entryOf(Buffer.from(salt, 'hex'), sha256))
  const path = proof.map((hash) => new Uint8Array(Buffer.from(hash, 'base64')))
  const calculated = rootFromProof(leaf, { position, size, proof: path })
  return calculated !== null && Buffer.from(calculated).equals(Buffer.from(root))
}

/** The first row since the document was sent, or the first PDF, that has no proof. */
function findUnproved(
  provedHashes: Set<string>,
  files: Map<string, Uint8Array>,
  rows: LogRow[],
): Pick<ProofReport, 'problem' | 'row'> {
  const signingRows = rows.slice(
    Math.max(
      0,
      rows.findLastIndex(({ action }) => action === 'start-signing'),
    ),
  )
  const row = signingRows.find(({ action, hash }) => isLogged(action) && !provedHashes.has(hash))
  if (row) return { problem: 'row', row: row.number }
  const pdfs = [NAMES.signed, NAMES.certificate].map((name) => files.get(name) ?? new Uint8Array())
  const areProved = pdfs.every((bytes) => provedHashes.has(createHash('sha256').update(bytes).digest('hex')))
  return { problem: areProved ? null : 'file', row: null }
}

async function checkStamp(
  token: Uint8Array | undefined,
  note: Uint8Array,
  clocks: Uint8Array[],
): Promise<Pick<ProofReport, 'problem' | 'stampedAt' | 'stampedBy' | 'clockKnown'>> {
  if (!token) return { problem: null, stampedAt: null, stampedBy: '', clockKnown: false }
  const stamp = validateTimestampToken(Buffer.from(token), Buffer.from(note), [])
  return {
    problem: stamp.problems.length > 0 ? 'stamp' : null,
    stampedAt: stamp.stampedAt?.toISOString() ?? null,
    stampedBy: stamp.certificate?.name ?? '',
    clockKnown: await stampTrusted(stamp, clocks.map(readCertificate)),
  }
}
