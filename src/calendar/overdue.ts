import { type RawBuilder, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/** The queues of the desk whose entries have a due date, with their pages. */
export const QUEUES = {
  requests: '/desk/requests',
  chat: '/desk/chat',
  consultations: '/desk/consultations',
  feedback: '/desk/feedback',
  invoices: '/desk/invoices',
} as const

export type Queue = keyof typeof QUEUES
export type Overdue = Record<Queue, number>

type Count = (before: Date) => RawBuilder<number>

const counts = new Map<Queue, Count>()

/** Says how to count the open entries of a queue that were due before a moment. */
export function countsOverdue(queue: Queue, count: Count) {
  counts.set(queue, count)
}

/** For other queries: the number of overdue entries of each queue. */
export function overdueCounts(): RawBuilder<Overdue> {
  const parts = [...counts].map(([queue, count]) => sql`${queue}::text, ${count(now())}`)
  return sql<Overdue>`jsonb_build_object(${sql.join(parts)})`
}

export async function countOverdue(db: Db): Promise<Overdue> {
  return (await db.selectNoFrom(overdueCounts().as('overdue')).executeTakeFirstOrThrow()).overdue
}

/** Whether an open entry has passed its due date. */
export const isOverdue = ({ due_at }: { due_at: Date | null }): boolean => due_at !== null && due_at < now()
