import { now } from '#src/core/clock.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findAccountForDesk, requireAccountsDesk } from './desk-accounts.ts'
import { logDeskAction } from './desk-log.ts'

const ROWS = 30

/**
 * One page of support requests: open ones oldest first, in the order of service; closed ones newest first.
 */
export async function listRequests(
  db: Db,
  viewer: Viewer,
  { closed, from = '' }: { closed: boolean; from?: string },
) {
  requireAccountsDesk(viewer)
  let query = db
    .selectFrom('accounts.support_request as request')
    .innerJoin('accounts.account as account', 'account.id', 'request.account_id')
    .select(['request.id', 'request.kind', 'words', 'request.created_at', 'closed_at'])
    .select(['account.id as accountId', 'account.name', 'username', 'state'])
    .where('closed_at', closed ? 'is not' : 'is', null)
    .orderBy('request.id', closed ? 'desc' : 'asc')
    .limit(ROWS + 1)
  if (isId(from)) query = query.where('request.id', closed ? '<' : '>', from)
  const rows = await query.execute()
  return { rows: rows.slice(0, ROWS), next: rows.length > ROWS ? rows[ROWS - 1]!.id : null }
}

export type ListedRequest = Awaited<ReturnType<typeof listRequests>>['rows'][number]

/** The account's support requests, newest first. */
export async function supportRequestsOf(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  return db
    .selectFrom('accounts.support_request')
    .select(['id', 'kind', 'words', 'created_at', 'closed_at'])
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

/** Closes the account's open request, if it is still open. */
export async function closeRequest(db: Db, viewer: Viewer, id: string, reason: string) {
  await findAccountForDesk(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    if (await closeOpenRequest(trx, id))
      await logDeskAction(trx, viewer, { accountId: id, action: 'close-request', reason })
  })
}

/** False when there is no open request, e.g. because a colleague has just closed it. */
export async function closeOpenRequest(trx: Db, id: string): Promise<boolean> {
  const closed = await trx
    .updateTable('accounts.support_request')
    .set({ closed_at: now() })
    .where('account_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows === 1n
}
