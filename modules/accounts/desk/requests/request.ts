import { dueAt } from '#src/calendar/reply.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { accountAt, findByLogin } from '../../account.ts'
import { requirePermission } from '../../permissions.ts'
import { requireAccountsDesk } from '../desk-accounts.ts'
import { logDeskAction } from '../desk-log.ts'
import { staffNames } from '../staff/staff-names.ts'
import type { RequestEntry } from './request-form.ts'

/** One request, open or closed. Throws NOT_FOUND. */
export async function findRequest(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  const request = isId(id)
    ? await db
        .selectFrom('accounts.support_request as request')
        .leftJoin('accounts.account as account', 'account.id', 'request.account_id')
        .leftJoin(staffNames(db).as('owner'), 'owner.id', 'request.owner_id')
        .selectAll('request')
        .select('owner.name as ownerName')
        .select(['account.name', 'account.username', 'account.state'])
        .where('request.id', '=', id)
        .executeTakeFirst()
    : undefined
  return request ?? notFound()
}

export type SupportRequest = Awaited<ReturnType<typeof findRequest>>

/**
 * Records a request that did not come through a form of ours; its period runs from the day on which it
 * reached us. Returns its id. Throws ACCESS_DENIED, and INVALID_FIELD for `account` if there is no such
 * account or it already has an open request for deletion.
 */
export async function recordRequest(db: Db, viewer: Viewer, entry: RequestEntry): Promise<string> {
  requirePermission(viewer, 'desk.moderation')
  const accountId = entry.account ? await findAccountId(db, entry.account) : null
  return db.transaction().execute(async (trx) => {
    const id = newId()
    const inserted = await trx
      .insertInto('accounts.support_request')
      .values({
        id,
        account_id: accountId,
        sender: accountId ? '' : entry.sender,
        kind: entry.kind,
        words: entry.words,
        created_at: entry.day === shanghaiDay() ? now() : new Date(`${entry.day}T12:00:00+08:00`),
        due_at: await dueAt(trx, 'personalData', entry.day),
      })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    if (!inserted.numInsertedOrUpdatedRows)
      throw new AppError('INVALID_FIELD', { field: 'account' }, 'desk.problem.requestOpen')
    // The text is not logged for a person without an account: it may name them, and their request is deleted
    // before the log.
    const reason = accountId ? entry.words.slice(0, 500) : '–'
    await logDeskAction(trx, viewer, {
      ...subjectOf(id, accountId, entry.day),
      action: 'record-request',
      reason,
    })
    return id
  })
}

/** The subject in the staff log; for a person without an account, only the day of receipt. */
const subjectOf = (id: string, accountId: string | null, day: string) => ({
  accountId,
  subject: day,
  path: `/desk/requests/${id}`,
})

async function findAccountId(db: Db, name: string): Promise<string> {
  const account = (await accountAt(db, name)) ?? (await findByLogin(db, name))
  if (!account) throw new AppError('INVALID_FIELD', { field: 'account' }, 'desk.problem.noAccount')
  return account.id
}

/**
 * Closes an open request with its answer; returns false if a colleague has just closed it. Throws NOT_FOUND.
 */
export async function closeRequest(db: Db, viewer: Viewer, id: string, answer: string): Promise<boolean> {
  const request = await findRequest(db, viewer, id)
  requirePermission(viewer, 'desk.moderation')
  return db.transaction().execute(async (trx) => {
    const closedRequest = await trx
      .updateTable('accounts.support_request')
      .set({ closed_at: now(), answer })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (!closedRequest.numUpdatedRows) return false
    const reason = request.account_id ? answer : '–'
    const subject = subjectOf(id, request.account_id, shanghaiDay(request.created_at))
    await logDeskAction(trx, viewer, { ...subject, action: 'close-request', reason })
    return true
  })
}

/** Closes the open request for deletion of an account that is being erased. */
export async function closeDeletionRequest(trx: Db, accountId: string) {
  await trx
    .updateTable('accounts.support_request')
    .set({ closed_at: now() })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'deletion')
    .where('closed_at', 'is', null)
    .execute()
}
