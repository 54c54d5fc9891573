import { sql } from 'kysely'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { SigningFault, type SigningFaultPart } from '../pades/signing-fault.ts'
import { SIGNING_QUEUES } from '../waiting-jobs.ts'
import { findOwnAuthority, openOwnKey } from './own-key.ts'

/**
 * The faults that prevent every signature now: the keys are tested, others are known from the last attempts.
 */
export async function currentSigningFaults(db: Db): Promise<SigningFaultPart[]> {
  const own = await authorityFault(db)
  const { rows } = await sql<{
    part: SigningFaultPart
  }>`select distinct output->>'part' as part from pgboss.job
    where name in ${SIGNING_QUEUES} and state in ('retry', 'active', 'failed')
      and output->>'part' = 'timeStamp'`.execute(db)
  const stamps = config.TIMESTAMP_URL ? rows.map(({ part }) => part) : []
  return own ? [own, ...stamps] : stamps
}

const opened = new WeakSet<Db>()

/**
 * Loads the signing libraries only for an operator's certificate: every server answers /readyz, few of them
 * sign.
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
  const row = await findOwnAuthority(db)
  if (!row) return
  openOwnKey(row)
  opened.add(db)
}
