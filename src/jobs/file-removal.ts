import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from './jobs.ts'
import { storage } from './storage.ts'
import { deleteStoredRows } from './stored-file.ts'

/**
 * An arbitrary number that no other advisory lock uses. Removals share the lock; a backup holds it
 * exclusively, so that every row it has read still has its file when the files are copied.
 */
export const REMOVAL_LOCK = 20261128

/** Removes every file whose key begins with `prefix`, after the rows that named the files were deleted. */
export const removeFiles = job<{ prefix: string }>('remove-files', async (db, { prefix }) => {
  if (!(await removeNow(db, prefix))) throw new NotYet('a backup is running')
})

/**
 * Removes the file `prefix` and every file whose key begins with it, if there are any. During a backup it
 * only deletes the rows, and a job removes the files after the backup.
 */
export async function removeAll(db: Db, prefix: string) {
  if (await removeNow(db, prefix)) return
  await deleteStoredRows(db, prefix)
  await removeFiles.enqueue(db, { prefix })
}

/** Removes files immediately; returns false if a backup is running. */
async function removeNow(db: Db, prefix: string): Promise<boolean> {
  if (!db.isTransaction) return db.transaction().execute((trx) => removeNow(trx, prefix))
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${REMOVAL_LOCK}) as free`.execute(db)
  if (!rows[0]!.free) return false
  await deleteStoredRows(db, prefix)
  await storage().deleteAll(prefix)
  return true
}
