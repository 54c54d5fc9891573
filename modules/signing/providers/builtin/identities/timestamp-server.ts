import type { Db } from '#src/db/db.ts'
import { verifyPades } from '../pades/verify.ts'
import { hasTimestamps } from '../time-stamps/current-stamp.ts'
import { storeIdentity } from './stored-identities.ts'

/** Stores the certificate of the server that made the document time-stamp at the end of the file. */
export async function storeTimestampServer(db: Db, stampedFile: Uint8Array): Promise<void> {
  if (!hasTimestamps()) return
  const lastReport = (await verifyPades(stampedFile)).at(-1)
  if (lastReport?.isTimestamp && lastReport.certificate && lastReport.problems.length === 0)
    await storeIdentity(db, 'clock', lastReport.certificate)
}
