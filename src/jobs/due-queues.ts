import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss, WorkHandler, WorkOptions } from 'pg-boss'
import type { Db } from '#src/db/db.ts'
import { findDueQueues } from './pgboss-tables.ts'

/** Milliseconds between two checks. */
const CHECK_INTERVAL_MS = 500
/**
 * Seconds after which a worker polls if nothing wakes it. Of several workers of a queue only the first is
 * woken, so they poll more often.
 */
const POLLING_SECONDS = { single: 60, several: 2 }

/**
 * Lets workers sleep until a job of their queue is due: one query for all queues twice a second replaces one
 * per worker.
 */
export function startWakingWorkers(db: Db, boss: PgBoss) {
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
    async startWorker<T extends object>(queue: string, options: WorkOptions, handler: WorkHandler<T>) {
      const pollingIntervalSeconds = options.localConcurrency
        ? POLLING_SECONDS.several
        : POLLING_SECONDS.single
      let id = ''
      // Wakes the worker after each job, because there may be more; otherwise it would wait for the next
      // check, up to half a second.
      const workAndWake: WorkHandler<T> = (jobs) => handler(jobs).finally(() => boss.notifyWorker(id))
      id = await boss.work<T>(queue, { ...options, pollingIntervalSeconds }, workAndWake)
      workers.set(queue, [...(workers.get(queue) ?? []), id])
    },
    async stop() {
      stopping.abort()
      await finished
    },
  }
}
