import { fromKysely, PgBoss, type WorkOptions } from 'pg-boss'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { isRefusedUnasked, isUnavailable } from '#src/db/unavailable.ts'
import { inSpan } from '#src/telemetry/telemetry.ts'
import { dueQueues } from './due-queues.ts'
import { endRetries, findJob, hasFailedJob, hurryJobs, reviveJob } from './pgboss-tables.ts'

type Handler = (db: Db, data: never) => Promise<void>

/** What a queue does otherwise than the others. */
interface Manner<T> {
  /** Seconds to the next try in the end, and how often it is tried. */
  retryDelayMax?: number
  retryLimit?: number
  /** Seconds that its work may take: longer than whatever outside it waits for. */
  expireInSeconds?: number
  /** Who works it; one worker, one job after the other, by default. */
  workers?: WorkOptions[]
  /** Whoever finds a job among those given up and has it tried again has this made ready first. */
  revive?: (trx: Db, data: T) => Promise<void>
}

/** Everything that runs in the background, by queue name. Filled by `job()` when the modules load. */
const handlers = new Map<string, { work: Handler; manner: Manner<never> }>()

/**
 * Every five minutes in the end, for more than three days: a service may be away as long. What is given up
 * with then, or waits for longer than that, stays until somebody at the desk has seen to it; what is done
 * goes by `forgetDoneJobs`.
 */
const RETRY = { retryLimit: 1000, retryDelay: 1, retryBackoff: true, retryDelayMax: 300 }
const KEPT = { retentionSeconds: 10 * 365 * 86_400, deleteAfterSeconds: 0 }
/**
 * A worker that dies loses its job after ten seconds without a heartbeat; another look every five finds it.
 */
const LEASE = { expireInSeconds: 600, heartbeatSeconds: 10 }
const LOOK = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

let boss: PgBoss | null = null
let working: ReturnType<typeof dueQueues> | null = null

interface Sending {
  startAfter?: Date
  /** The higher one goes first. */
  priority?: number
  /** What it shares the workers of a queue with, where these take only so many of a group at once. */
  group?: { id: string }
}

export interface Job<T> {
  /** Enqueues inside the caller's transaction: rolled back with it, never lost after it. */
  later(trx: Db, data: T, options?: Sending): Promise<void>
  now(db: Db, data: T): Promise<void>
  /** Whether the job with these data was tried in vain and waits for another try. */
  failedOnce(db: Db, data: T): Promise<boolean>
  /**
   * There is a job with these data that will be tried: one given up is tried again, one that is missing is
   * sent.
   */
  ensure(trx: Db, data: T): Promise<void>
  /** The job with these data, if it waits for another try, is tried at once. */
  hurry(db: Db, data: T): Promise<void>
}

/** Thrown by work whose turn has not come: it is tried again, and nothing is wrong. */
export class NotYet extends Error {}

/** Thrown by work that is of no use to try again by itself: it goes to those given up at once. */
export class GivenUp extends Error {}

/** Declares a background job. `work` may run twice and must be idempotent. */
export function job<T extends object>(
  queue: string,
  work: (db: Db, data: T) => Promise<void>,
  manner: Manner<T> = {},
): Job<T> {
  handlers.set(queue, { work: work as Handler, manner: manner as Manner<never> })
  const later = async (trx: Db, data: T, options?: Sending) => {
    if (!boss) throw new Error('jobs are not started')
    await boss.send(queue, data, { ...options, db: fromKysely(trx as never) })
  }
  return {
    later,
    ensure: async (trx, data) => {
      const found = await findJob(trx, queue, data)
      if (!found) await later(trx, data)
      else if (found.failed) await reviveJob(trx, queue, found.id)
    },
    now: work,
    failedOnce: (db, data) => hasFailedJob(db, queue, data),
    hurry: (db, data) => hurryJobs(db, queue, data),
  }
}

/** Prepares the queues so that jobs can be sent; `workJobs` then runs them. */
export async function startJobs(db: Db, { supervise }: { supervise: boolean }) {
  boss = new PgBoss({ db: fromKysely(db as never), ...LOOK, supervise, schedule: supervise })
  boss.on('error', report)
  await boss.start()
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [queue, { manner }] of handlers) {
    const { workers: _, revive: __, ...own } = manner
    const wanted = { ...RETRY, ...LEASE, ...KEPT, ...own }
    const found = known.get(queue)
    if (!found) await boss.createQueue(queue, wanted)
    else if (!agrees(found, wanted)) await boss.updateQueue(queue, wanted)
  }
}

const agrees = (found: object, wanted: object) =>
  Object.entries(wanted).every(([key, value]) => found[key as keyof typeof found] === value)

/** The outage of the database has been logged; the queue polls again by itself, and a lost job is retried. */
function report(error: Error) {
  if (isRefusedUnasked(error)) return
  log[isUnavailable(error) ? 'warn' : 'error']({ error: error.message }, 'job queue')
}

/** Runs whatever is sent from now on, or has been sent before, and the schedule. */
export async function workJobs(db: Db, schedule: Record<string, string>) {
  if (!boss) throw new Error('jobs are not started')
  working = dueQueues(db, boss)
  for (const [queue, { work, manner }] of handlers)
    for (const worker of manner.workers ?? [{}]) await working.work(queue, worker, run(db, queue, work))
  for (const [queue, cron] of Object.entries(schedule))
    await boss.schedule(queue, cron, {}, { tz: 'Asia/Shanghai' })
}

function run(db: Db, queue: string, work: Handler) {
  return async (jobs: { id: string; data: unknown }[]) => {
    for (const { id, data } of jobs)
      await inSpan(`job ${queue}`, { 'job.id': id }, () => work(db, data as never)).catch(async (error) => {
        if (error instanceof GivenUp) await endRetries(db, queue, id)
        if (error instanceof NotYet) log.debug({ queue, id }, 'job waits')
        else if (isUnavailable(error)) log.warn({ queue, id, error: error.message }, 'job interrupted')
        else log.error({ queue, id, error: String(error?.stack ?? error) }, 'job failed')
        throw error
      })
  }
}

/**
 * Works all waiting jobs once and returns how many; for tests and the seed. `forgiving`
 * lets what fails wait for another try, as the workers do; otherwise it is thrown.
 */
export async function workWaitingJobs(db: Db, { forgiving = false } = {}): Promise<number> {
  let worked = 0
  for (const [queue, { work }] of handlers) {
    for (const found of await boss!.fetch(queue, { batchSize: 100 })) {
      try {
        await work(db, found.data as never)
      } catch (error) {
        if (!forgiving && !(error instanceof NotYet)) throw error
        if (error instanceof GivenUp) await endRetries(db, queue, found.id)
        await boss!.fail(queue, found.id, error as Error)
        continue
      }
      await boss!.complete(queue, found.id)
      worked++
    }
  }
  return worked && worked + (await workWaitingJobs(db, { forgiving }))
}

export async function stopJobs() {
  await working?.stop()
  working = null
  await boss?.stop({ graceful: true, timeout: 8000 })
  boss = null
}

/** Whether this process works jobs as they come: only then is it soon known what became of one. */
export const jobsAreWorked = () => working !== null

export async function jobsReady(): Promise<boolean> {
  return Boolean(boss && (await boss.isInstalled()))
}

export const jobNames = () => [...handlers.keys()]

export const reviveOf = (queue: string) => handlers.get(queue)?.manner.revive
