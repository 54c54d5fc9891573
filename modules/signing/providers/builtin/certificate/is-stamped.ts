import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { latestRevision } from '../../../revisions.ts'
import { knownIdentities } from '../authority/authority.ts'
import { trustedTimestampServers } from '../identities/stored-identities.ts'
import { verifyPades } from '../pades/verify.ts'

/**
 * Whether every signature of ours in the signed file has a time-stamp of a known server, whatever the
 * current configuration. Throws FILE_DAMAGED.
 */
export async function isStamped(db: Db, signingId: string): Promise<boolean> {
  const { key, sha256 } = await latestRevision(db, signingId)
  const bytes = await getFile(db, key, sha256)
  const reports = await verifyPades(bytes, await knownIdentities(db), await trustedTimestampServers(db))
  const ours = reports.filter(({ isTimestamp, ofAuthority }) => !isTimestamp && ofAuthority)
  return ours.length > 0 && ours.every(({ timestampedAt, trusted }) => timestampedAt !== null && trusted)
}
