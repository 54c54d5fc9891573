import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss, WorkHandler, WorkOptions } from 'pg-boss'
import type { Db } from '#src/db/db.ts'
import { findDueQueues } from './pgboss-tables.ts'

/** Milliseconds between two checks. */
const CHECK_INTERVAL_MS = 500
/**
 * Seconds after which a worker polls without being woken; of several workers of a queue only the first can
 * be woken.
 */
const POLLING_SECONDS = { alone: 60, beside: 2 }

/**
 * Lets workers sleep until a job of their queue is due: one query for all queues twice a second, instead of
 * one per worker.
 */
export function dueQueues(db: Db, boss: PgBoss) {
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  const wakeDue = async () => {
    for (const queue of await findDueQueues(db))
      for (const id of workers.get(queue) ?? []) boss.notifyWorker(id)
  }
  const checkRegularly = async () => {
    while (!stopping.signal.aborted) {
      // Errors are ignored: another worker reports an outage of the database, and the next check follows
      // after the usual pause.
      await wakeDue().catch(() => {})
      await sleep(CHECK_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const finished = checkRegularly()
  return {
    async work<T extends object>(queue: string, options: WorkOptions, work: WorkHandler<T>) {
      const pollingIntervalSeconds = options.localConcurrency ? POLLING_SECONDS.beside : POLLING_SECONDS.alone
      let id = ''
      // Wakes the worker after each job, because there may be more; otherwise it would poll half a second
      // later.
      const workAndWake: WorkHandler<T> = (jobs) => work(jobs).finally(() => boss.notifyWorker(id))
      id = await boss.work<T>(queue, { ...options, pollingIntervalSeconds }, workAndWake)
      workers.set(queue, [...(workers.get(queue) ?? []), id])
    },
    async stop() {
      stopping.abort()
      await finished
    },
  }
}
