import { X509Certificate } from 'node:crypto'
import { type Expression, sql } from 'kysely'
import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { openKey } from './pades/sealed-key.ts'
import { Standstill, type StandstillPart } from './pades/standstill.ts'

/** What is signed goes into the file by these. */
const QUEUES = sql`('sign-file', 'close-signing')`

/**
 * For a query: whether a signature of a signing, or its closing seal, was tried in vain and waits for another try. The
 * fault is ours then, and nobody's who signs.
 */
export const isStandingStill = (signingId: Expression<string>) => sql<boolean>`exists (
  select from pgboss.job as job where job.name in ${QUEUES}
    and (job.state in ('retry', 'failed') or (job.state = 'active' and job.retry_count > 0))
    and (job.data->>'signingId' = ${signingId}::text or job.data->>'signatoryId' in (
      select one.id::text from signing.signatory as one where one.signing_id = ${signingId})))`

/** For a query: why the last try to go on with a signing failed, in the words of the program; null where nothing failed. */
export const causeOf = (signingId: Expression<string>) => sql<string | null>`(
  select coalesce(job.output->>'message', job.output->'value'->>'message') from pgboss.job as job
  where job.name in ${QUEUES} and job.output is not null
    and (job.data->>'signingId' = ${signingId}::text or job.data->>'signatoryId' in (
      select one.id::text from signing.signatory as one where one.signing_id = ${signingId}))
  order by job.created_on desc limit 1)`

/** Which parts stand in the way of every signature now: our key or the operator's at once, others by what was tried last. */
export async function standstills(db: Db): Promise<StandstillPart[]> {
  const own = await authorityFault(db)
  const { rows } = await sql<{ part: StandstillPart }>`select distinct output->>'part' as part from pgboss.job
    where name in ${QUEUES} and state in ('retry', 'active', 'failed') and output->>'part' = 'timeStamp'`.execute(
    db,
  )
  const stamps = config.TIMESTAMP_URL ? rows.map(({ part }) => part) : []
  return own ? [own, ...stamps] : stamps
}

const opens = new WeakSet<Db>()

/** Without the libraries that sign, where it can be told so: every server is asked for it, and few sign. */
async function authorityFault(db: Db): Promise<StandstillPart | null> {
  try {
    if (config.SIGNING_P12_FILE) await (await import('./authority.ts')).openAuthority(db)
    else if (!opens.has(db)) await openOwn(db)
    return null
  } catch (error) {
    if (error instanceof Standstill) return error.part
    throw error
  }
}

async function openOwn(db: Db) {
  const row = await db
    .selectFrom('signing.authority')
    .select(['certificate', 'sealed_key'])
    .where('id', '=', 1)
    .executeTakeFirst()
  if (!row) return
  openKey(config.secretKey, row.sealed_key, row.certificate)
  opens.add(db)
}

/** Throws when nothing can be signed by this certificate now. */
export function refuseLapsed(der: Uint8Array) {
  const { validFromDate, validToDate } = new X509Certificate(der)
  if (validFromDate > now() || validToDate < now())
    throw new Standstill(
      'signingCertificate',
      `The certificate in SIGNING_P12_FILE is valid from ${validFromDate.toISOString()} to ${validToDate.toISOString()}`,
    )
}
