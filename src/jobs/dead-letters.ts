import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { beforeRetryOf, jobNames } from './jobs.ts'

/** A job that has failed for good, or has failed for so long that staff should know. */
export interface DeadLetter {
  id: string
  queue: string
  data: Record<string, unknown>
  /** Failed for good; otherwise it is retried automatically. */
  failed: boolean
  since: Date
  tries: number
  reason: string
}

/** A job is shown after failing for so many minutes. */
const PATIENCE = sql`interval '15 minutes'`
const PAGE = 50

/** Uses the database's clock like the queue, because tests may move ours. */
const stuck = sql`(state = 'failed' or (state in ('retry', 'active') and retry_count > 0 and created_on < now() - ${PATIENCE}))`
const ours = () => sql`name = any(${jobNames()}::text[])`

/** Number of failed and of failing jobs per queue, the most first. */
export async function countDeadLetters(db: Db) {
  const { rows } = await sql<{ queue: string; failed: number; stuck: number }>`
    select name as queue, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state <> 'failed')::int as stuck
    from pgboss.job where ${ours()} and ${stuck} group by name order by count(*) desc, name`.execute(db)
  return rows
}

/** For a query: the number of stuck jobs. */
export const stuckJobs = () =>
  sql<number>`(select count(*)::int from pgboss.job where ${ours()} and ${stuck})`

/** Oldest first, fifty at a time; `next` is the cursor of the next page. */
export async function listDeadLetters(db: Db, { queue = '', from = '' }: { queue?: string; from?: string }) {
  const ofQueue = jobNames().includes(queue) ? sql`and name = ${queue}` : sql``
  const after = /^\d{1,9}$/.test(from) ? Number(from) : 0
  const { rows } = await sql<DeadLetter & { output: unknown }>`
    select id, name as queue, data, state = 'failed' as failed, created_on as since, retry_count + 1 as tries, output
    from pgboss.job where ${ours()} and ${stuck} ${ofQueue}
    order by created_on, id limit ${PAGE + 1} offset ${after}`.execute(db)
  const shown = rows.slice(0, PAGE).map(({ output, ...row }) => ({ ...row, reason: reasonOf(output) }))
  return { rows: shown, next: rows.length > PAGE ? String(after + PAGE) : null }
}

/** The error in one line, without secrets and personal data. */
export function reasonOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } }
  const text = message ?? value?.message ?? (typeof value === 'string' ? value : '')
  const [line = ''] = String(text).split('\n')
  return line
    .replace(/\/\/[^/\s@]+@/g, '//…@')
    .replace(/(?<![\w.%+-])[\w.%+-]+@([\w-]+\.[\w.-]+)/g, '…@$1')
    .replace(/\+?\d{8,}/g, '…')
    .replace(/[\w-]{32,}/g, '…')
    .slice(0, 200)
}

/** Retries a job, or all of a queue, at once; returns their number. Running jobs are left alone. */
export async function retryJobs(db: Db, which: { id: string } | { queue: string }): Promise<number> {
  const chosen = 'id' in which ? sql`id = ${which.id}::uuid` : sql`name = ${which.queue}`
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ queue: string; data: never; failed: boolean }>`
      with chosen as (
        select name, id, state from pgboss.job
        where ${ours()} and ${chosen} and ${stuck} and state <> 'active' for update
      )
      update pgboss.job as job
      set state = 'retry', start_after = now(), completed_on = null,
        retry_count = case when job.state = 'failed' then 1 else job.retry_count end,
        retry_limit = greatest(job.retry_limit, queue.retry_limit)
      from chosen join pgboss.queue as queue on queue.name = chosen.name
      where job.name = chosen.name and job.id = chosen.id
      returning job.name as queue, job.data, chosen.state = 'failed' as failed`.execute(trx)
    for (const { queue, data, failed } of rows) if (failed) await beforeRetryOf(queue)?.(trx, data)
    return rows.length
  })
}

/** An upper bound of the jobs that were retried by hand in the last minutes. */
export async function retriedLately(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where ${ours()} and retry_count > 0 and start_after > now() - interval '5 minutes'`.execute(db)
  return rows[0]!.count
}

/** Deletes completed jobs after a week; failed ones stay until they are done. */
export async function deleteCompletedJobs(db: Db) {
  await sql`delete from pgboss.job where ${ours()} and state in ('completed', 'cancelled')
    and completed_on < now() - interval '7 days'`.execute(db)
}
