import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { hasFailedBy } from '#src/jobs/pgboss-tables.ts'
import { SIGNING_QUEUES } from '../../../running/waiting-jobs.ts'
import { SigningFault, type SigningFaultPart } from '../pades/signing-fault.ts'
import { currentAuthority, listAuthorities, openOwnKey } from './own-key.ts'

/**
 * The faults that prevent all signatures now: the keys are tested, other faults are known from the last
 * attempts.
 */
export async function currentSigningFaults(db: Db): Promise<SigningFaultPart[]> {
  const keyFault = await authorityFault(db)
  const lacksStamps = config.TIMESTAMP_URL && (await hasFailedBy(db, SIGNING_QUEUES, { part: 'timeStamp' }))
  const stamps: SigningFaultPart[] = lacksStamps ? ['timeStamp'] : []
  return keyFault ? [keyFault, ...stamps] : stamps
}

const opened = new WeakSet<Db>()

/**
 * Loads the signing libraries only if the operator has configured a certificate, because every server
 * answers /readyz but few of them sign.
 */
async function authorityFault(db: Db): Promise<SigningFaultPart | null> {
  try {
    if (config.SIGNING_P12_FILE) await (await import('./authority.ts')).openAuthority(db)
    else if (!opened.has(db)) await tryOwnKey(db)
    return null
  } catch (error) {
    if (error instanceof SigningFault) return error.part
    throw error
  }
}

async function tryOwnKey(db: Db) {
  const row = currentAuthority(await listAuthorities(db))
  if (!row) return
  openOwnKey(row)
  opened.add(db)
}
