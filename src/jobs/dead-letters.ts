import type { Db } from '#src/db/db.ts'
import { jobNames, reviveOf } from './jobs.ts'
import {
  countRetriedJobs,
  countStuckJobs,
  deleteDoneJobs,
  listStuckJobs,
  retryStuckJobs,
  type StuckJob,
  stuckJobCount,
} from './pgboss-tables.ts'

/** A job that was given up, or that has failed for so long that somebody should know. */
export interface DeadLetter extends Omit<StuckJob, 'output'> {
  reason: string
}

const PAGE = 50

/** How many of each queue are given up and how many fail still, the most first. */
export const countDeadLetters = (db: Db) => countStuckJobs(db, jobNames())

/** For a query: how many there are. */
export const stuckJobs = () => stuckJobCount(jobNames())

/** The oldest first, fifty at a time; `next` is where the others begin. */
export async function listDeadLetters(db: Db, { queue = '', from = '' }: { queue?: string; from?: string }) {
  const queues = jobNames().includes(queue) ? [queue] : jobNames()
  const offset = /^\d{1,9}$/.test(from) ? Number(from) : 0
  const found = await listStuckJobs(db, queues, { limit: PAGE + 1, offset })
  const rows = found
    .slice(0, PAGE)
    .map(({ output, ...row }): DeadLetter => ({ ...row, reason: reasonOf(output) }))
  return { rows, next: found.length > PAGE ? String(offset + PAGE) : null }
}

/** What was thrown, in one line, without what opens something or names somebody. */
export function reasonOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } }
  const said = message ?? value?.message ?? (typeof value === 'string' ? value : '')
  const [line = ''] = String(said).split('\n')
  return line
    .replace(/\/\/[^/\s@]+@/g, '//…@')
    .replace(/(?<![\w.%+-])[\w.%+-]+@([\w-]+\.[\w.-]+)/g, '…@$1')
    .replace(/\+?\d{8,}/g, '…')
    .replace(/[\w-]{32,}/g, '…')
    .slice(0, 200)
}

/** Has one tried again at once, or all of a queue; answers how many. What is under way is left alone. */
export async function tryAgain(db: Db, which: { id: string } | { queue: string }): Promise<number> {
  const queues = 'id' in which ? jobNames() : jobNames().filter((name) => name === which.queue)
  const id = 'id' in which ? which.id : undefined
  return db.transaction().execute(async (trx) => {
    const retried = await retryStuckJobs(trx, queues, id)
    for (const { queue, data, failed } of retried) if (failed) await reviveOf(queue)?.(trx, data)
    return retried.length
  })
}

/** At most so many can have been given another try by hand within the last minutes. */
export const triedLately = (db: Db): Promise<number> => countRetriedJobs(db, jobNames())

/** What has been done, a week later; what was given up stays until it is done. */
export const forgetDoneJobs = (db: Db) => deleteDoneJobs(db, jobNames())
