import { ago, DAY, HOUR } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { removeAll } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { deleteIncoming, listIncoming } from './incoming.ts'

/** The age at which an unfinished upload is deleted. */
const ABANDONED_AFTER = DAY
/** The maximum time for storing a file. */
const STORING_TIMEOUT = HOUR

/**
 * Runs hourly: deletes abandoned uploads, and the leftovers of a crashed server in the store and on its own
 * disk.
 */
export const sweepUploads = job('stale-uploads', async (db) => {
  await clearStore(db)
  await deleteAbandoned(db)
  await deleteStray(db)
})

/**
 * Deletes stored files without a document. Locks the row, so that the file is not stored again before it is
 * deleted.
 */
async function clearStore(db: Db) {
  await db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('imports.upload')
      .select('id')
      .where('storing_at', '<', ago(STORING_TIMEOUT))
      .limit(100)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of rows) {
      await removeAll(trx, `documents/${id}`)
      await trx.updateTable('imports.upload').set({ storing_at: null }).where('id', '=', id).execute()
    }
  })
}

async function deleteAbandoned(db: Db) {
  const oldUploads = await db
    .deleteFrom('imports.upload')
    .where('created_at', '<', ago(ABANDONED_AFTER))
    .where('storing_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of oldUploads) await deleteIncoming(id)
}

/** Deletes files without an upload from the server's own disk. */
async function deleteStray(db: Db) {
  const ids = (await listIncoming()).filter(({ at }) => at < ago(HOUR)).map(({ id }) => id)
  if (!ids.length) return
  const rows = await db.selectFrom('imports.upload').select('id').where('id', 'in', ids).execute()
  const uploadIds = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!uploadIds.has(id)) await deleteIncoming(id)
}
