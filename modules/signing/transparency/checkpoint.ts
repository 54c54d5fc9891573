import { createHash, sign } from 'node:crypto'
import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { currentStamp } from '../providers/builtin/time-stamps/current-stamp.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { appendLeaves } from './leaves.ts'
import { openLogKey } from './log-key.ts'
import { checkpointText, signedNote } from './note.ts'
import { rootAt } from './tree.ts'

/**
 * Appends the waiting leaves, and signs and time-stamps a checkpoint; does nothing if no leaf was added.
 * Throws SigningFault without the key or the time-stamp. Also throws if the log no longer contains the
 * entries that its last checkpoint covers.
 */
export async function makeCheckpoint(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table signing.log_entry in exclusive mode`.execute(trx)
    const lastCheckpoint = await latestCheckpoint(trx)
    const size = await appendLeaves(trx)
    if (size === (lastCheckpoint?.size ?? 0)) return
    if (lastCheckpoint && !(await rootAt(trx, lastCheckpoint.size)).equals(lastCheckpoint.root))
      throw new Error(
        `The first ${lastCheckpoint.size} entries of the log are not those of its last checkpoint`,
      )
    const key = await openLogKey(trx)
    const root = await rootAt(trx, size)
    const text = checkpointText({ origin: key.origin, size, root })
    const note = signedNote(text, key, sign(null, Buffer.from(text), key.privateKey))
    const stamp = await currentStamp(trx)
    const token = stamp ? Buffer.from(await stamp(createHash('sha256').update(note).digest())) : null
    await trx
      .insertInto('signing.log_checkpoint')
      .values({ size, root, note, token, key_id: key.id, created_at: now() })
      .execute()
  })
}
