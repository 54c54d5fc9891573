import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/db/db.ts'

/**
 * The version of pg-boss's schema for which the statements of this file were written. pg-boss does not
 * promise to keep its tables. When its version changes, compare each statement with `dist/plans.js` of the
 * package, then change this number.
 */
export const PGBOSS_SCHEMA = 43

/** The queue's records about itself, which it creates again. */
export const QUEUE_OWN_TABLES = ['pgboss.version', 'pgboss.bam', 'pgboss.warning', 'pgboss.queue_stats']

/** A statement that selects the version of the queue's tables. */
export const QUEUE_VERSION = 'select version from pgboss.version'

const ofQueues = (queues: string[]) => sql`job.name = any(${queues}::text[])`

/** How long a job may fail before it counts as stuck, as an interval of PostgreSQL. */
const STUCK_AFTER = sql`interval '15 minutes'`

/**
 * Whether a job has failed for good, or has been failing for long. Uses the database's clock, as the queue
 * does, because tests may change ours.
 */
const isStuck = sql`(job.state = 'failed' or (job.state in ('retry', 'active') and job.retry_count > 0
  and job.created_on < now() - ${STUCK_AFTER}))`

/**
 * An unfinished job with these data; a job that is being retried comes before one that has failed for good.
 */
export async function findJob(
  db: Db,
  queue: string,
  data: object,
): Promise<{ id: string; failed: boolean } | undefined> {
  const { rows } = await sql<{ id: string; failed: boolean }>`
    select id, state = 'failed' as failed from pgboss.job
    where name = ${queue} and data @> ${JSON.stringify(data)}::jsonb
      and state in ('created', 'retry', 'active', 'failed') order by state = 'failed'`.execute(db)
  return rows[0]
}

/** Whether a job with these data has failed, and waits for a retry or has failed for good. */
export async function hasFailedJob(db: Db, queue: string, data: object): Promise<boolean> {
  const { rows } = await sql`select 1 from pgboss.job
    where name = ${queue} and data @> ${JSON.stringify(data)}::jsonb and state in ('retry', 'failed')`.execute(
    db,
  )
  return rows.length > 0
}

/** Retries the jobs with these data immediately, if they wait for a retry. */
export async function retryJobsNow(db: Db, queue: string, data: object) {
  await sql`update pgboss.job set start_after = now()
    where name = ${queue} and data @> ${JSON.stringify(data)}::jsonb and state = 'retry'`.execute(db)
}

/** Immediately retries a job that has failed for good; it gets all its retries again. */
export async function retryFailedJob(db: Db, queue: string, id: string) {
  await sql`update pgboss.job as job set state = 'retry', start_after = now(), completed_on = null, retry_count = 1,
      retry_limit = (select retry_limit from pgboss.queue where name = ${queue})
    where name = ${queue} and id = ${id} and state = 'failed'`.execute(db)
}

/** Makes the queue count the next failure of this job as the last one. */
export async function failForGood(db: Db, queue: string, id: string) {
  await sql`update pgboss.job set retry_limit = retry_count where name = ${queue} and id = ${id}`.execute(db)
}

/**
 * Releases the jobs of a killed server immediately. Only for a server that is alone on its database; with
 * several processes the missing heartbeat releases them. Skips a job that is locked by the queue's own check
 * or by a remaining process of the killed server, because waiting for the lock could deadlock; its missing
 * heartbeat releases it later.
 */
export async function releaseJobs(db: Db) {
  await sql`update pgboss.job set state = 'retry', start_after = now() where (name, id) in
    (select name, id from pgboss.job where state = 'active' for update skip locked)`.execute(db)
}

/** The names of the queues with a job that is due now. */
export async function findDueQueues(db: Db): Promise<string[]> {
  const due = sql<{ name: string }>`
    select name from pgboss.queue where exists (
      select 1 from pgboss.job
      where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
    )`
  const { rows } = await due.execute(db)
  return rows.map(({ name }) => name)
}

/** The number of due jobs by queue, and for how many seconds the oldest has been due. */
export async function countDueJobs(db: Db) {
  const { rows } = await sql<{ queue: string; due: number; seconds: number }>`
    select name as queue, count(*)::int as due,
      extract(epoch from now() - min(start_after))::float8 as seconds
    from pgboss.job where state < 'active' and not blocked and start_after <= now()
    group by name`.execute(db)
  return rows
}

/** The number of failed and of failing jobs by queue, the highest number first. */
export async function countStuckJobs(db: Db, queues: string[]) {
  const { rows } = await sql<{ queue: string; failed: number; stuck: number }>`
    select name as queue, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state <> 'failed')::int as stuck
    from pgboss.job where ${ofQueues(queues)} and ${isStuck} group by name order by count(*) desc, name`.execute(
    db,
  )
  return rows
}

/** A query expression: the number of stuck jobs of these queues. */
export const stuckJobCount = (queues: string[]) =>
  sql<number>`(select count(*)::int from pgboss.job where ${ofQueues(queues)} and ${isStuck})`

export interface StuckJob {
  id: string
  queue: string
  data: Record<string, unknown>
  /** Whether the job has failed for good; otherwise it is retried automatically. */
  failed: boolean
  since: Date
  tries: number
  /** The last error, in the format of pg-boss. */
  output: unknown
}

/** The stuck jobs of these queues, the oldest first. */
export async function listStuckJobs(
  db: Db,
  queues: string[],
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  const { rows } = await sql<StuckJob>`
    select id, name as queue, data, state = 'failed' as failed, created_on as since, retry_count + 1 as tries, output
    from pgboss.job where ${ofQueues(queues)} and ${isStuck}
    order by created_on, id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Retries one stuck job, or all of these queues, immediately. Running jobs are not affected. */
export async function retryStuckJobs(db: Db, queues: string[], id?: string) {
  const { rows } = await sql<{ queue: string; data: never; failed: boolean }>`
    with chosen as (
      select name, id, state from pgboss.job
      where ${ofQueues(queues)} and ${id ? sql`id = ${id}::uuid` : sql`true`} and ${isStuck} and state <> 'active'
      for update
    )
    update pgboss.job as job
    set state = 'retry', start_after = now(), completed_on = null,
      retry_count = case when job.state = 'failed' then 1 else job.retry_count end,
      retry_limit = greatest(job.retry_limit, queue.retry_limit)
    from chosen join pgboss.queue as queue on queue.name = chosen.name
    where job.name = chosen.name and job.id = chosen.id
    returning job.name as queue, job.data, chosen.state = 'failed' as failed`.execute(db)
  return rows
}

/** How many failed jobs of these queues were due again within the last five minutes. */
export async function countRetriedJobs(db: Db, queues: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where ${ofQueues(queues)} and retry_count > 0 and start_after > now() - interval '5 minutes'`.execute(db)
  return rows[0]!.count
}

/** Deletes the jobs of these queues that were completed or cancelled more than seven days ago. */
export async function deleteCompletedJobsOf(db: Db, queues: string[]) {
  await sql`delete from pgboss.job where ${ofQueues(queues)} and state in ('completed', 'cancelled')
    and completed_on < now() - interval '7 days'`.execute(db)
}

/** The names are written into the statement, so that the plan does not depend on parameters. */
const literalNames = (queues: string[]) => sql`job.name in (${sql.join(queues.map((name) => sql.lit(name)))})`

/** Restricts jobs by their data, a jsonb object. */
type DataFilter = (data: RawBuilder<unknown>) => RawBuilder<boolean>

const DATA = sql`job.data`

/** A query expression: whether a matching job has failed, and waits for a retry or has failed for good. */
export const failedJobExists = (queues: string[], matches: DataFilter) => sql<boolean>`exists (
  select from pgboss.job as job where ${literalNames(queues)}
    and (job.state in ('retry', 'failed') or (job.state = 'active' and job.retry_count > 0))
    and ${matches(DATA)})`

/** A query expression: the message of the last error of the newest matching job; null if there is none. */
export const lastJobError = (queues: string[], matches: DataFilter) => sql<string | null>`(
  select coalesce(job.output->>'message', job.output->'value'->>'message') from pgboss.job as job
  where ${literalNames(queues)} and job.output is not null and ${matches(DATA)}
  order by job.created_on desc limit 1)`

/** Whether an unfinished job of these queues last failed with an error that has these properties. */
export async function hasFailedBy(db: Db, queues: string[], error: Record<string, string>): Promise<boolean> {
  const { rows } = await sql`select 1 from pgboss.job
    where ${literalNames(queues)} and state in ('retry', 'active', 'failed')
      and output @> ${JSON.stringify(error)}::jsonb limit 1`.execute(db)
  return rows.length > 0
}
