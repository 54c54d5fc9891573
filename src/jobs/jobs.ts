import { sql } from 'kysely'
import { fromKysely, PgBoss, type WorkOptions } from 'pg-boss'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { isQueryUnsent, isUnavailable } from '#src/db/unavailable.ts'
import { counter } from '#src/telemetry/metrics.ts'
import { startWakingWorkers } from './due-queues.ts'
import { enqueuer, workInTrace } from './job-trace.ts'
import { failForGood, findJob, hasFailedJob, retryFailedJob, retryJobsNow } from './pgboss-tables.ts'

type Handler = (db: Db, data: never) => Promise<void>

/** Options of a queue. */
interface QueueOptions<T> {
  /** The maximum delay between retries in seconds, and the number of retries. */
  retryDelayMax?: number
  retryLimit?: number
  /** The timeout of the work in seconds; it must exceed any timeout within the work. */
  expireInSeconds?: number
  /** The workers of the queue; by default one, which runs one job at a time. */
  workers?: WorkOptions[]
  /** Scheduled jobs only: the job also runs when a process begins to work, with `startedAt` (ISO 8601). */
  atStart?: boolean
  /** Runs before a failed job is retried by hand, to prepare its data. */
  beforeRetry?: (trx: Db, data: T) => Promise<void>
}

/** All background jobs by queue name; `job()` adds them when the modules are loaded. */
const handlers = new Map<string, { work: Handler; settings: QueueOptions<never> }>()

/**
 * How jobs are retried: finally every five minutes, for more than three days, because a service may be down
 * for that long. Jobs that have failed for good, or have waited longer, remain until staff has handled them;
 * `deleteCompletedJobs` deletes completed ones.
 */
const RETRY = { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 300 }
const RETENTION = { retentionSeconds: 10 * 365 * 86_400, deleteAfterSeconds: 0 }
/**
 * The job of a dead worker is released after ten seconds without a heartbeat, which is checked every five
 * seconds.
 */
const LEASE = { expireInSeconds: 600, heartbeatSeconds: 10 }
const CHECK_INTERVALS = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

let boss: PgBoss | null = null
let queueWorkers: ReturnType<typeof startWakingWorkers> | null = null

interface EnqueueOptions {
  startAfter?: Date
  /** Jobs with a higher priority run first. */
  priority?: number
  /** Limits how many jobs of the same group the workers of a queue run concurrently. */
  group?: { id: string }
}

export interface Job<T> {
  /**
   * Enqueues the job within the caller's transaction: it is rolled back with the transaction, and never lost
   * after the commit.
   */
  enqueue(trx: Db, data: T, options?: EnqueueOptions): Promise<void>
  now(db: Db, data: T): Promise<void>
  /** Whether the job with these data has failed and waits for a retry. */
  hasFailed(db: Db, data: T): Promise<boolean>
  /** Ensures that a job with these data will run: retries a failed job, or enqueues a missing one. */
  ensure(trx: Db, data: T): Promise<void>
  /** Retries the job with these data immediately, if it waits for a retry. */
  retryNow(db: Db, data: T): Promise<void>
}

/** Thrown by work that cannot be done yet. The job is retried, and nothing is logged as an error. */
export class NotYet extends Error {}

/** Thrown by work for which a retry is useless: the job fails for good immediately. */
export class PermanentFailure extends Error {}

/** Declares a background job. `work` may run twice and must be idempotent. */
export function job<T extends object>(
  queue: string,
  work: (db: Db, data: T) => Promise<void>,
  settings: QueueOptions<T> = {},
): Job<T> {
  handlers.set(queue, { work: work as Handler, settings: settings as QueueOptions<never> })
  const traced = enqueuer(queue)
  const enqueue = async (trx: Db, data: T, options?: EnqueueOptions) => {
    const currentBoss = boss
    if (!currentBoss) throw new Error('jobs are not started')
    await traced(data, (stored) =>
      currentBoss.send(queue, stored, { ...options, db: fromKysely(trx as never) }),
    )
  }
  return {
    enqueue,
    ensure: async (trx, data) => {
      const existing = await findJob(trx, queue, data)
      if (!existing) await enqueue(trx, data)
      else if (existing.failed) await retryFailedJob(trx, queue, existing.id)
    },
    now: work,
    hasFailed: (db, data) => hasFailedJob(db, queue, data),
    retryNow: (db, data) => retryJobsNow(db, queue, data),
  }
}

/** Prepares the queues so that jobs can be enqueued; `workJobs` then runs them. */
export async function startJobs(db: Db, { supervise }: { supervise: boolean }) {
  boss = new PgBoss({ db: fromKysely(db as never), ...CHECK_INTERVALS, supervise, schedule: supervise })
  boss.on('error', report)
  const newBoss = boss
  // Locked, because several processes may start on an empty database, and would collide when the queue
  // creates its tables.
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('qishu.start-jobs'))`.execute(trx)
    await newBoss.start()
    await createQueues(newBoss)
  })
}

async function createQueues(boss: PgBoss) {
  const queuesByName = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [queue, { settings }] of handlers) {
    const { workers: _, beforeRetry: __, atStart: ___, ...queueOptions } = settings
    const options = { ...RETRY, ...LEASE, ...RETENTION, ...queueOptions }
    const existing = queuesByName.get(queue)
    if (!existing) await boss.createQueue(queue, options)
    else if (!hasSameOptions(existing, options)) await boss.updateQueue(queue, options)
  }
}

const hasSameOptions = (current: object, expected: object) =>
  Object.entries(expected).every(([key, value]) => current[key as keyof typeof current] === value)

/**
 * Logs an error of the queue, except an outage of the database, which is already logged: the queue polls
 * again, and a lost job is retried.
 */
function report(error: Error) {
  if (isQueryUnsent(error)) return
  log[isUnavailable(error) ? 'warn' : 'error']({ error: error.message }, 'job queue')
}

const countWorked = counter({
  name: 'qishu.jobs.worked',
  description: 'Attempts to work a job, by queue and outcome: done, waits, failed',
  unit: '{job}',
})

/** The queues whose jobs only poll, every few minutes; there are too many of these jobs to trace them. */
let polling: ReadonlySet<string> = new Set()

/** Runs all current and future jobs, except those of the excluded queues, and the schedule. */
export async function workJobs(
  db: Db,
  schedule: Record<string, string>,
  excludedQueues: readonly string[] = [],
) {
  if (!boss) throw new Error('jobs are not started')
  polling = new Set(Object.keys(schedule).filter((queue) => schedule[queue]!.startsWith('*')))
  queueWorkers = startWakingWorkers(db, boss)
  for (const [queue, { settings }] of handlers) {
    if (excludedQueues.includes(queue)) continue
    for (const worker of settings.workers ?? [{}])
      await queueWorkers.startWorker(queue, worker, run(db, queue))
  }
  const startedAt = now().toISOString()
  for (const [queue, { settings: manner }] of handlers)
    if (manner.atStart && schedule[queue] && !excludedQueues.includes(queue))
      await boss.send(queue, { startedAt })
  const cronByName = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const [queue, cron] of Object.entries(schedule))
    if (cronByName.get(queue) !== cron) await boss.schedule(queue, cron, {}, { tz: 'Asia/Shanghai' })
}

interface StoredJob {
  id: string
  data: unknown
}

/** Works one job. Returns the reason if the job cannot be done yet; throws any other error. */
async function workOne(db: Db, queue: string, stored: StoredJob): Promise<NotYet | null> {
  const { work } = handlers.get(queue)!
  const runWork = (data: object) =>
    work(db, data as never).then(
      () => null,
      (error) => {
        if (error instanceof NotYet) return error
        throw error
      },
    )
  try {
    const notYet = await workInTrace(queue, stored, { work: runWork, polls: polling.has(queue) })
    countWorked({ 'qishu.queue': queue, 'qishu.outcome': notYet ? 'waits' : 'done' })
    return notYet
  } catch (error) {
    countWorked({ 'qishu.queue': queue, 'qishu.outcome': 'failed' })
    throw error
  }
}

function run(db: Db, queue: string) {
  return async (jobs: StoredJob[]) => {
    for (const { id, data } of jobs) {
      const notYet = await workOne(db, queue, { id, data }).catch(async (error) => {
        if (error instanceof PermanentFailure) await failForGood(db, queue, id)
        if (isUnavailable(error)) log.warn({ queue, id, error: error.message }, 'job interrupted')
        else log.error({ queue, id, error: String(error?.stack ?? error) }, 'job failed')
        throw error
      })
      if (!notYet) continue
      log.debug({ queue, id }, 'job waits')
      throw notYet
    }
  }
}

/**
 * Runs all waiting jobs once and returns their number; for tests and the seed. With `forgiving`, a failed
 * job waits for a retry as usual; otherwise its error is thrown.
 */
export async function workWaitingJobs(db: Db, { forgiving = false } = {}): Promise<number> {
  let workedCount = 0
  for (const queue of handlers.keys()) {
    for (const fetchedJob of await boss!.fetch(queue, { batchSize: 100 })) {
      try {
        const notYet = await workOne(db, queue, fetchedJob)
        if (notYet) throw notYet
      } catch (error) {
        if (!forgiving && !(error instanceof NotYet)) throw error
        if (error instanceof PermanentFailure) await failForGood(db, queue, fetchedJob.id)
        await boss!.fail(queue, fetchedJob.id, error as Error)
        continue
      }
      await boss!.complete(queue, fetchedJob.id)
      workedCount++
    }
  }
  return workedCount && workedCount + (await workWaitingJobs(db, { forgiving }))
}

export async function stopJobs() {
  await queueWorkers?.stop()
  queueWorkers = null
  await boss?.stop({ graceful: true, timeout: 8000 })
  boss = null
}

/** Whether this or another process runs jobs; only then are results available soon. */
export const jobsAreWorked = () =>
  queueWorkers !== null || (boss !== null && !config.worksJobs && config.jobsRun)

export async function jobsReady(): Promise<boolean> {
  return Boolean(boss && (await boss.isInstalled()))
}

export const jobNames = () => [...handlers.keys()]

export const beforeRetryOf = (queue: string) => handlers.get(queue)?.settings.beforeRetry
