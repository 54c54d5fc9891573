import { fromNow, MINUTE, now } from '#src/core/clock.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { LocalFiles } from '#src/files/store/local-files.ts'
import { job } from './jobs.ts'
import { checkFile, storage } from './storage.ts'

const BATCH_SIZE = 100
/** A job may take ten minutes; after this time another job continues the check. */
const SHIFT_MS = 5 * MINUTE

interface CheckProgress {
  /** The last checked key. */
  after?: string
}

/** Nightly: checks every stored file in the order of keys, and deletes unfinished files. */
export const checkFiles = job<CheckProgress>('check-files', async (db, { after: afterKey = '' }) => {
  const store = storage()
  if (!afterKey && store instanceof LocalFiles) await store.deleteUnfinished()
  const lastKey = await checkFrom(db, afterKey, false)
  if (lastKey) await checkFiles.enqueue(db, { after: lastKey })
})

/** Checks damaged files every five minutes, so that waiting work resumes soon after a file was restored. */
export const checkDamaged = job<CheckProgress>('damaged-files', async (db, { after: afterKey = '' }) => {
  const lastKey = await checkFrom(db, afterKey, true)
  if (lastKey) await checkDamaged.enqueue(db, { after: lastKey })
})

/** Checks files from a key on. Returns the key to continue from if the time is up, and null at the end. */
async function checkFrom(db: Db, afterKey: string, damaged: boolean): Promise<string | null> {
  const deadline = fromNow(SHIFT_MS)
  for (let currentKey = afterKey; ; ) {
    const keys = await listKeys(db, currentKey, damaged)
    if (!keys.length) return null
    const intactKeys: string[] = []
    for (const key of keys) if (await isIntact(db, key)) intactKeys.push(key)
    if (intactKeys.length)
      await db
        .updateTable('platform.stored_file')
        .set({ checked_at: now() })
        .where('key', 'in', intactKeys)
        .execute()
    currentKey = keys.at(-1)!
    if (now() > deadline) return currentKey
  }
}

async function listKeys(db: Db, afterKey: string, damaged: boolean): Promise<string[]> {
  let query = db.selectFrom('platform.stored_file').select('key').where('key', '>', afterKey)
  if (damaged) query = query.where('damaged_at', 'is not', null)
  const rows = await query.orderBy('key').limit(BATCH_SIZE).execute()
  return rows.map(({ key }) => key)
}

/** A store that does not answer is no damage; the next night checks the file again. */
async function isIntact(db: Db, key: string): Promise<boolean> {
  try {
    return (await checkFile(db, key)) === null
  } catch (error) {
    log.error({ key, error: String(error) }, 'stored file not checked')
    return false
  }
}
