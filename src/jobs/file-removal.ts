import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from './jobs.ts'
import { storage } from './storage.ts'
import { deleteStoredRows } from './stored-file.ts'

/**
 * An arbitrary number that no other advisory lock uses. Removals share the lock; a backup holds it
 * exclusively, so that each row it has read still has its file when the files are copied.
 */
export const REMOVAL_LOCK = 20261128

/** Removes every file whose key begins with `prefix`, after the rows that named the files were deleted. */
export const removeFiles = job<{ prefix: string }>('remove-files', async (db, { prefix }) => {
  if (!(await removeNow(db, prefix))) throw new NotYet('a backup is running')
})

/**
 * Removes the file `prefix` and every file whose key begins with it, if any; during a backup only their
 * rows, and the files by a job once it has ended.
 */
export async function removeAll(db: Db, prefix: string) {
  if (await removeNow(db, prefix)) return
  await deleteStoredRows(db, prefix)
  await removeFiles.enqueue(db, { prefix })
}

/** False if a backup is running. */
async function removeNow(db: Db, prefix: string): Promise<boolean> {
  if (!db.isTransaction) return db.transaction().execute((trx) => removeNow(trx, prefix))
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${REMOVAL_LOCK}) as free`.execute(db)
  if (!rows[0]!.free) return false
  await deleteStoredRows(db, prefix)
  await storage().deleteAll(prefix)
  return true
}
