import { sql } from 'kysely'
import { type DueEntry, dueOrder } from '#src/calendar/due-order.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { now } from '#src/core/clock.ts'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { requireAccountsDesk } from '../desk-accounts.ts'
import { staffNames } from '../staff/staff-names.ts'

fillsQueue('requests', {
  from: sql`accounts.support_request where closed_at is null`,
  since: 'created_at',
  due: 'due_at',
  items: {
    table: 'accounts.support_request',
    isOpen: sql`closed_at is null`,
    account: sql`account_id`,
    label: () => sql`coalesce((select name from accounts.account where id = account_id), sender)`,
  },
})

const ROWS = 30

/** Requests are ordered only by age: every person has the same right to an answer, whatever they pay. */
const RANK = sql<number>`1`
const OPEN_ORDER = dueOrder('request', RANK)

export interface RequestFilter {
  /** `overdue`: open requests whose due date has passed. */
  state: 'open' | 'overdue' | 'closed'
  /** The cursor of the page; '' for the first page. */
  from: string
}

/** One page of support requests: open ones by their due date, closed ones newest first. */
export async function listRequests(db: Db, viewer: Viewer, { state, from }: RequestFilter) {
  const isClosed = state === 'closed'
  requireAccountsDesk(viewer)
  let query = db
    .selectFrom('accounts.support_request as request')
    .leftJoin('accounts.account as account', 'account.id', 'request.account_id')
    .leftJoin(staffNames(db).as('owner'), 'owner.id', 'request.owner_id')
    .select(['request.owner_id', 'owner.name as ownerName'])
    .select(['request.id', 'request.kind', 'words', 'sender', 'request.created_at', 'closed_at', 'due_at'])
    .select(['account.id as accountId', 'account.name', 'username', 'account.state'])
    .select(RANK.as('rank'))
    .where('closed_at', isClosed ? 'is not' : 'is', null)
    .limit(ROWS + 1)
  if (isClosed) {
    if (isId(from)) query = query.where('request.id', '<', from)
    return onePage(await query.orderBy('request.id', 'desc').execute(), ROWS)
  }
  const cursor = readCursor(OPEN_ORDER, { after: from, before: '' })
  if (state === 'overdue') query = query.where('due_at', '<', now())
  if (cursor) query = query.where(pastCursor(OPEN_ORDER, cursor))
  const rows = await query.orderBy(orderBy(OPEN_ORDER, cursor)).execute()
  return pageFrom<DueEntry, (typeof rows)[number]>(OPEN_ORDER, cursor, ROWS, rows)
}

export type ListedRequest = Awaited<ReturnType<typeof listRequests>>['rows'][number]

/** The account's support requests, newest first. */
export async function supportRequestsOf(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  return db
    .selectFrom('accounts.support_request')
    .select(['id', 'kind', 'words', 'created_at', 'closed_at', 'due_at'])
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}
