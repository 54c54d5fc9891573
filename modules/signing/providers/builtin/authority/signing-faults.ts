import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { hasFailedBy } from '#src/jobs/pgboss-tables.ts'
import { SIGNING_QUEUES } from '../../../running/waiting-jobs.ts'
import { SigningFault, type SigningFaultPart } from '../pades/signing-fault.ts'
import { currentAuthority, listAuthorities, openOwnKey } from './own-key.ts'

/**
 * The faults that prevent all signatures now. The keys are tested; a fault of the time-stamp server is read
 * from the last attempts.
 */
export async function currentSigningFaults(db: Db): Promise<SigningFaultPart[]> {
  const keyFault = await authorityFault(db)
  const stampsFail = config.TIMESTAMP_URL && (await hasFailedBy(db, SIGNING_QUEUES, { part: 'timeStamp' }))
  const stampFaults: SigningFaultPart[] = stampsFail ? ['timeStamp'] : []
  return keyFault ? [keyFault, ...stampFaults] : stampFaults
}

const testedDatabases = new WeakSet<Db>()

/**
 * Loads the signing libraries only if the operator has configured a certificate, because every server
 * answers /readyz but few of them sign.
 */
async function authorityFault(db: Db): Promise<SigningFaultPart | null> {
  try {
    if (config.SIGNING_P12_FILE) await (await import('./authority.ts')).openAuthority(db)
    else if (!testedDatabases.has(db)) await tryOwnKey(db)
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
  testedDatabases.add(db)
}
