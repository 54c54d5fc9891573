import { type RawBuilder, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Permission } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { WaitingEntries } from '#src/live/inbox.ts'

interface QueuePage {
  path: string
  /** Who may open it. */
  needs: Permission
}

/** What waits at the desk, in the order of its menu. Most entries have a due date. */
export const QUEUES = {
  approvals: { path: '/desk/approvals', needs: 'desk.accounts' },
  requests: { path: '/desk/requests', needs: 'desk.accounts' },
  authorisations: { path: '/desk/authorisations', needs: 'desk.support' },
  chat: { path: '/desk/chat', needs: 'desk.support' },
  consultations: { path: '/desk/consultations', needs: 'desk.support' },
  feedback: { path: '/desk/feedback', needs: 'desk.support' },
  transfers: { path: '/desk/orders?state=slip', needs: 'desk.finance' },
  payments: { path: '/desk/payments', needs: 'desk.finance' },
  invoices: { path: '/desk/invoices', needs: 'desk.finance' },
} satisfies Record<string, QueuePage>

export type Queue = keyof typeof QUEUES
export const QUEUE_NAMES = Object.keys(QUEUES) as Queue[]

export type QueueStates = Record<Queue, WaitingEntries>

interface Source {
  /** The table, with the condition of its waiting entries. */
  from: RawBuilder<unknown>
  /** The columns of its arrival and of its due date. */
  since: string
  due?: string
  /** The column of the member of staff who handles an entry. */
  owner?: string
}

const sources = new Map<Queue, Source>()

/** Says where the entries of a queue are. */
export function fillsQueue(queue: Queue, source: Source) {
  sources.set(queue, source)
}

function stateOf({ from, since, due }: Source) {
  const overdue = due ? sql`count(*) filter (where ${sql.ref(due)} < ${now()})` : sql`0`
  return sql`(select jsonb_build_object('waiting', count(*), 'overdue', ${overdue},
    'since', min(${sql.ref(since)})) from ${from})`
}

/** For other queries: what waits in each queue. */
export function queueStates(): RawBuilder<QueueStates> {
  const entries = [...sources].map(([queue, source]) => sql`${queue}::text, ${stateOf(source)}`)
  return sql<QueueStates>`jsonb_build_object(${sql.join(entries)})`
}

export async function readQueues(db: Db): Promise<QueueStates> {
  return (await db.selectNoFrom(queueStates().as('queues')).executeTakeFirstOrThrow()).queues
}

/** How many entries of each queue a member of staff handles; queues without owners are left out. */
export async function readOwnEntries(db: Db, staffId: string): Promise<Partial<Record<Queue, number>>> {
  const counts = [...sources].flatMap(([queue, { from, owner }]) =>
    owner
      ? [sql`${queue}::text, (select count(*) filter (where ${sql.ref(owner)} = ${staffId}) from ${from})`]
      : [],
  )
  const own = sql<Partial<Record<Queue, number>>>`jsonb_build_object(${sql.join(counts)})`
  return (await db.selectNoFrom(own.as('own')).executeTakeFirstOrThrow()).own
}

/** Whether an open entry has passed its due date. */
export const isOverdue = ({ due_at }: { due_at: Date | null }): boolean => due_at !== null && due_at < now()
