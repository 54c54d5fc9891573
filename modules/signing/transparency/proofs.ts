import type { Db } from '#src/db/db.ts'
import { makeCheckpoint } from './checkpoint.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { keyLine } from './note.ts'
import type { LeafProof } from './proof-file.ts'
import { inclusionProof } from './tree.ts'

/** The data that proves that hashes are in the public log. */
export interface LogProofs {
  /** The key's line, and the signed note. */
  key: string
  checkpoint: string
  /** The time-stamp over the note, as DER. */
  token: Uint8Array | null
  leaves: LeafProof[]
}

/**
 * The inclusion proofs of those of a document's hashes that are in the log. Makes a checkpoint if one of the
 * hashes is newer than the last checkpoint. Null while the log is empty. Throws as `makeCheckpoint` does.
 */
export async function proofsFor(db: Db, documentId: string, hashes: string[]): Promise<LogProofs | null> {
  const isWaiting = (await leavesOf(db, documentId, hashes)).some(({ position }) => position === null)
  const knownCheckpoint = isWaiting ? undefined : await latestCheckpoint(db)
  if (!knownCheckpoint) await makeCheckpoint(db)
  const checkpoint = knownCheckpoint ?? (await latestCheckpoint(db))
  if (!checkpoint) return null
  const leaves: LeafProof[] = []
  for (const { sha256, salt, position } of await leavesOf(db, documentId, hashes)) {
    if (position === null || position >= checkpoint.size) continue
    const proof = await inclusionProof(db, position, checkpoint.size)
    leaves.push({
      sha256,
      salt: salt.toString('hex'),
      position,
      proof: proof.map((hash) => hash.toString('base64')),
    })
  }
  const { origin, public_key: publicKey, note, token } = checkpoint
  return { key: `${keyLine({ origin, publicKey })}\n`, checkpoint: note, token, leaves }
}

const leavesOf = (db: Db, documentId: string, hashes: string[]) =>
  db
    .selectFrom('signing.log_leaf')
    .select(['sha256', 'salt', 'position'])
    .where('document_id', '=', documentId)
    .where('sha256', 'in', hashes)
    .orderBy('position')
    .execute()
