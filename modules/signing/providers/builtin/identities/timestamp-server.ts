import type { Db } from '#src/db/db.ts'
import { verifyPades } from '../pades/verify.ts'
import { hasTimestamps } from '../time-stamps/current-stamp.ts'
import { storeIdentity } from './stored-identities.ts'

/** Stores the certificate of the server whose document time-stamp closed the file. */
export async function storeTimestampServer(db: Db, closed: Uint8Array): Promise<void> {
  if (!hasTimestamps()) return
  const last = (await verifyPades(closed)).at(-1)
  if (last?.isTimestamp && last.certificate && last.problems.length === 0)
    await storeIdentity(db, 'clock', last.certificate)
}
