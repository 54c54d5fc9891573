import { sql } from 'kysely'
import { logDeskAction, requirePermission, staffNames } from '#modules/accounts/index.ts'
import { deskPermission } from '#src/auth/desk-areas.ts'
import { type OwnerChange, QUEUES, type Queue, type WorkItems, workItems } from '#src/calendar/queue.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Permission, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** An entry of any queue. */
export interface WorkItem {
  id: string
  owner_id: string | null
  ownerName: string | null
  /** A colleague's note for the owner. */
  owner_note: string | null
  /** Whether the entry still needs work. */
  isOpen: boolean
  account: string | null
  label: string
}

/** `taken`: a colleague owns the entry; `changed`: the owner is no longer the one that the page showed. */
export type OwnerOutcome = 'done' | 'already' | 'finished' | 'taken' | 'changed' | 'missing'

/** The permission to act on the entries of a queue. */
export const permissionFor = (queue: Queue): Permission =>
  deskPermission('POST', `${QUEUES[queue].path}/id/owner`)!

function itemsOf(viewer: Viewer, queue: Queue): WorkItems {
  requirePermission(viewer, permissionFor(queue))
  return workItems(queue) ?? notFound()
}

const readItem = async (
  db: Db,
  { table, isOpen: open, account, label }: WorkItems,
  id: string,
  lockClause = sql``,
) => {
  if (!isId(id)) return undefined
  const { rows } =
    await sql<WorkItem>`select id, owner_id, owner_note, (${open}) as "isOpen", ${account} as account,
    ${label(db)} as label,
    (select owner.name from (${staffNames(db)}) as owner where owner.id = owner_id) as "ownerName"
    from ${sql.table(table)} where id = ${id} ${lockClause}`.execute(db)
  return rows[0]
}

/** Throws NOT_FOUND, ACCESS_DENIED. */
export async function findWorkItem(db: Db, viewer: Viewer, queue: Queue, id: string): Promise<WorkItem> {
  return (await readItem(db, itemsOf(viewer, queue), id)) ?? notFound()
}

/** The colleagues to whom entries of the queue can be handed over, sorted by name. */
export const colleaguesFor = (db: Db, viewer: Viewer, queue: Queue) =>
  staffNames(db, permissionFor(queue)).where('id', '!=', viewer.id).orderBy('name').execute()

export interface OwnerRequest {
  /** The new owner; null returns the entry to the queue. */
  newOwnerId: string | null
  /** The owner that the page showed, '' for none. If undefined, a colleague's entry is not changed. */
  shownOwnerId?: string
  /** A note for the new owner. */
  note?: string
}

/**
 * Takes an entry, hands it over or returns it, and records that in the staff log. If two people take an
 * entry concurrently, the second one learns who owns it. Throws ACCESS_DENIED, also for a new owner who may
 * not work on the queue.
 */
export async function changeOwner(
  db: Db,
  viewer: Viewer,
  queue: Queue,
  id: string,
  request: OwnerRequest,
): Promise<{ outcome: OwnerOutcome; item: WorkItem | null }> {
  const items = itemsOf(viewer, queue)
  return db.transaction().execute(async (trx) => {
    const item = await readItem(trx, items, id, sql`for update`)
    if (!item) return { outcome: 'missing', item: null }
    const refusal = refusalOf(item, viewer, request)
    if (refusal) return { outcome: refusal, item }
    const ownerName = request.newOwnerId ? await lockColleague(trx, queue, request.newOwnerId) : ''
    const note = (request.newOwnerId !== viewer.id && request.newOwnerId && request.note) || null
    await sql`update ${sql.table(items.table)} set owner_id = ${request.newOwnerId}, owner_note = ${note}
      where id = ${id}`.execute(trx)
    const action = request.newOwnerId === viewer.id ? 'take' : request.newOwnerId ? 'handOver' : 'release'
    await items.ownerChanged?.(trx, viewer, id, { action, owner: request.newOwnerId, ownerName })
    await logDeskAction(trx, viewer, {
      accountId: item.account,
      subject: item.account ? '' : item.label.slice(0, 100),
      path: `${QUEUES[queue].path}/${id}`,
      action: LOGGED_ACTIONS[action],
      reason: note ?? '–',
      changes: [{ what: 'owner', before: item.ownerName ?? '', after: ownerName }],
    })
    return { outcome: 'done', item: { ...item, owner_id: request.newOwnerId, owner_note: note, ownerName } }
  })
}

const LOGGED_ACTIONS = {
  take: 'take-entry',
  release: 'release-entry',
  handOver: 'hand-over-entry',
} as const satisfies Record<OwnerChange['action'], string>

function refusalOf(
  { owner_id, isOpen }: WorkItem,
  viewer: Viewer,
  { newOwnerId, shownOwnerId }: OwnerRequest,
): OwnerOutcome | null {
  if (owner_id === newOwnerId) return 'already'
  if (!isOpen) return 'finished'
  if (shownOwnerId !== undefined && shownOwnerId !== (owner_id ?? '')) return 'changed'
  const isOwnedByColleague = owner_id !== null && owner_id !== viewer.id
  return isOwnedByColleague && (shownOwnerId === undefined || newOwnerId === null) ? 'taken' : null
}

/**
 * Locks the colleague's permissions until the end of the transaction, so that they cannot be revoked in the
 * meantime.
 */
async function lockColleague(trx: Db, queue: Queue, id: string): Promise<string> {
  const colleague = isId(id)
    ? await staffNames(trx, permissionFor(queue)).where('id', '=', id).forShare().executeTakeFirst()
    : undefined
  return colleague?.name ?? notFound()
}

/** For the demo and tests: takes an entry even if a colleague owns it. */
export async function takeEntry(db: Db, viewer: Viewer, queue: Queue, id: string) {
  const { owner_id } = await findWorkItem(db, viewer, queue, id)
  return changeOwner(db, viewer, queue, id, { newOwnerId: viewer.id, shownOwnerId: owner_id ?? '' })
}
