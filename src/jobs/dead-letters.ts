import { withoutSecrets } from '#src/core/text/without-values.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { dataWithoutTrace } from './job-trace.ts'
import { beforeRetryOf, jobNames } from './jobs.ts'
import {
  countRetriedJobs,
  countStuckJobs,
  deleteCompletedJobsOf,
  listStuckJobs,
  retryStuckJobs,
  type StuckJob,
  stuckJobCount,
} from './pgboss-tables.ts'

/** A job that has failed for good, or has failed for so long that staff should know. */
export interface DeadLetter extends Omit<StuckJob, 'output'> {
  reason: string
}

const PAGE = 50

/** The number of failed and of failing jobs by queue, the highest number first. */
export const countDeadLetters = (db: Db) => countStuckJobs(db, jobNames())

/** A query expression: the number of stuck jobs. */
export const stuckJobs = () => stuckJobCount(jobNames())

/** The stuck jobs, oldest first, fifty at a time; `next` is the cursor of the next page. */
export async function listDeadLetters(db: Db, { queue = '', from = '' }: { queue?: string; from?: string }) {
  const queues = jobNames().includes(queue) ? [queue] : jobNames()
  const offset = /^\d{1,9}$/.test(from) ? Number(from) : 0
  const page = await listStuckJobs(db, queues, { limit: PAGE + 1, offset })
  const rows = page.slice(0, PAGE).map(
    ({ output, data, ...row }): DeadLetter => ({
      ...row,
      data: dataWithoutTrace(data),
      reason: reasonOf(output),
    }),
  )
  return { rows, next: page.length > PAGE ? String(offset + PAGE) : null }
}

/** The error in one line, without secrets and personal data. */
export function reasonOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } }
  const text = message ?? value?.message ?? (typeof value === 'string' ? value : '')
  const [line = ''] = String(text).split('\n')
  return withoutSecrets(line).slice(0, 200)
}

/**
 * Retries a job, or all jobs of a queue, immediately, and returns their number. Running jobs are not
 * affected.
 */
export async function retryJobs(db: Db, selection: { id: string } | { queue: string }): Promise<number> {
  const queues = 'id' in selection ? jobNames() : jobNames().filter((name) => name === selection.queue)
  const id = 'id' in selection ? selection.id : undefined
  return inTransaction(db, async (trx) => {
    const retriedJobs = await retryStuckJobs(trx, queues, id)
    for (const { queue, data, failed } of retriedJobs)
      if (failed) await beforeRetryOf(queue)?.(trx, dataWithoutTrace(data) as never)
    return retriedJobs.length
  })
}

/** An upper bound for the number of jobs that were retried by hand in the last minutes. */
export const retriedLately = (db: Db): Promise<number> => countRetriedJobs(db, jobNames())

/** Deletes completed jobs after a week; failed jobs remain until they are completed. */
export const deleteCompletedJobs = (db: Db) => deleteCompletedJobsOf(db, jobNames())
