import { type RawBuilder, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Permission, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { WaitingEntries } from '#src/live/inbox.ts'

interface QueuePage {
  path: string
  /** The permission to open the queue. */
  needs: Permission
}

/** The queues of the desk, in the order of its menu. Most entries have a due date. */
export const QUEUES = {
  approvals: { path: '/desk/approvals', needs: 'desk.accounts' },
  requests: { path: '/desk/requests', needs: 'desk.accounts' },
  authorisations: { path: '/desk/authorisations', needs: 'desk.support' },
  chat: { path: '/desk/chat', needs: 'desk.support' },
  consultations: { path: '/desk/consultations', needs: 'desk.support' },
  feedback: { path: '/desk/feedback', needs: 'desk.support' },
  announcements: { path: '/desk/announcements?state=draft', needs: 'desk.support' },
  lawTasks: { path: '/desk/law-tasks', needs: 'desk.templates' },
  transfers: { path: '/desk/orders?state=slip', needs: 'desk.finance' },
  payments: { path: '/desk/payments', needs: 'desk.finance' },
  invoices: { path: '/desk/invoices', needs: 'desk.finance' },
} satisfies Record<string, QueuePage>

export type Queue = keyof typeof QUEUES
export const QUEUE_NAMES = Object.keys(QUEUES) as Queue[]

export type QueueStates = Record<Queue, WaitingEntries>

export interface OwnerChange {
  action: 'take' | 'release' | 'handOver'
  /** The new owner; null if the entry is returned to the queue. */
  owner: string | null
  ownerName: string
}

/** An action on several selected entries; called for each, and returns whether it was possible. */
export type BulkAction = (db: Db, viewer: Viewer, id: string, ground: string) => Promise<boolean>

/**
 * Entries that are assigned to members of staff; their table has the columns `id`, `owner_id` and
 * `owner_note`.
 */
export interface WorkItems {
  table: string
  /** Whether an entry is still open, in columns of the table. */
  isOpen: RawBuilder<boolean>
  /** The account concerned, for the staff log; null for a person without an account. */
  account: RawBuilder<string | null>
  /** The name by which people refer to the entry. */
  label: (db: Db) => RawBuilder<string>
  /** Called to write the entry's history; the row is locked and already has its new owner. */
  ownerChanged?: (trx: Db, viewer: Viewer, id: string, change: OwnerChange) => Promise<void>
  /** Actions on selected entries, besides changing their owner. */
  bulk?: { close: BulkAction; needsGround: boolean }
}

interface Source {
  /** The table, with the condition for its waiting entries. */
  from: RawBuilder<unknown>
  /** The columns of the arrival and of the due date. */
  since: string
  due?: string
  /** The column of the author, if entries of this queue are not assigned. */
  author?: string
  /** Set if members of staff take entries. */
  items?: WorkItems
}

const sources = new Map<Queue, Source>()

/** Registers the source of a queue's entries. */
export function fillsQueue(queue: Queue, source: Source) {
  sources.set(queue, source)
}

function stateOf({ from, since, due }: Source) {
  const overdue = due ? sql`count(*) filter (where ${sql.ref(due)} < ${now()})` : sql`0`
  return sql`(select jsonb_build_object('waiting', count(*), 'overdue', ${overdue},
    'since', min(${sql.ref(since)})) from ${from})`
}

/** A query expression: the waiting entries of each queue. */
export function queueStates(): RawBuilder<QueueStates> {
  const entries = [...sources].map(([queue, source]) => sql`${queue}::text, ${stateOf(source)}`)
  return sql<QueueStates>`jsonb_build_object(${sql.join(entries)})`
}

export async function readQueues(db: Db): Promise<QueueStates> {
  return (await db.selectNoFrom(queueStates().as('queues')).executeTakeFirstOrThrow()).queues
}

/**
 * For each queue, the number of entries that a member of staff handles or wrote. Queues without such entries
 * are left out.
 */
export async function readOwnEntries(db: Db, staffId: string): Promise<Partial<Record<Queue, number>>> {
  const counts = [...sources].flatMap(([queue, { from, items, author }]) => {
    const ownerColumn = items ? 'owner_id' : author
    if (!ownerColumn) return []
    return [
      sql`${queue}::text, (select count(*) filter (where ${sql.ref(ownerColumn)} = ${staffId}) from ${from})`,
    ]
  })
  const ownCounts = sql<Partial<Record<Queue, number>>>`jsonb_build_object(${sql.join(counts)})`
  return (await db.selectNoFrom(ownCounts.as('own')).executeTakeFirstOrThrow()).own
}

export const workItems = (queue: Queue): WorkItems | undefined => sources.get(queue)?.items

/** The queues whose entries are assigned to members of staff. */
export const WORK_QUEUES = [
  'requests',
  'authorisations',
  'chat',
  'consultations',
  'feedback',
  'lawTasks',
  'payments',
  'invoices',
] as const satisfies Queue[]

/**
 * Returns the open entries of a member of staff to the queues on which they may no longer work; without
 * permissions, to all queues.
 */
export async function returnEntries(trx: Db, staffId: string, permissions: readonly Permission[] = []) {
  for (const [queue, { items }] of sources) {
    if (!items || permissions.includes(QUEUES[queue].needs)) continue
    await sql`update ${sql.table(items.table)} set owner_id = null, owner_note = null
      where owner_id = ${staffId} and (${items.isOpen})`.execute(trx)
  }
}

/**
 * The next waiting entry of a queue for a member of staff: the one after `id`, or the first one if `id` is
 * the last. Null if there is none.
 */
export async function nextEntry(db: Db, queue: Queue, id: string, staffId: string): Promise<string | null> {
  const { from, since, due } = sources.get(queue)!
  const order = due ? sql`${sql.ref(due)} nulls first, ${sql.ref(since)}, id` : sql`${sql.ref(since)}, id`
  const { rows } = await sql<{ id: string }>`with waiting as (
      select id, row_number() over (order by ${order}) as place, owner_id from ${from}
    ) select id from waiting
    where id <> ${id} and (owner_id is null or owner_id = ${staffId})
    order by place < coalesce((select place from waiting where id = ${id}), 0), place limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether an open entry has passed its due date. */
export const isOverdue = ({ due_at }: { due_at: Date | null }): boolean => due_at !== null && due_at < now()
