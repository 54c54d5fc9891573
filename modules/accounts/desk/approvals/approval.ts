import { sql } from 'kysely'
import { approvableOf } from '#src/auth/approval.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive } from '#src/live/notify.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { findViewer } from '../../account.ts'
import { requirePermission } from '../../permissions.ts'
import { requireAccountsDesk } from '../desk-accounts.ts'

const ROWS = 30

const approvals = (db: Db) =>
  db
    .selectFrom('platform.approval as approval')
    .innerJoin('accounts.account as requester', 'requester.id', 'requested_by')
    .leftJoin('accounts.account as decider', 'decider.id', 'decided_by')
    .leftJoin('accounts.account as account', 'account.id', 'approval.account_id')
    .selectAll('approval')
    .select(['requester.name as requesterName', 'decider.name as deciderName'])
    .select(['account.name as accountName', 'account.username'])

/** One page of requests: open ones oldest first, or decided ones newest first. */
export async function listApprovals(
  db: Db,
  viewer: Viewer,
  { isDecided, from }: { isDecided: boolean; from: string },
) {
  requireAccountsDesk(viewer)
  let query = approvals(db)
    .where('approval.state', isDecided ? '!=' : '=', 'open')
    .orderBy('approval.id', isDecided ? 'desc' : 'asc')
    .limit(ROWS + 1)
  if (isId(from)) query = query.where('approval.id', isDecided ? '<' : '>', from)
  return onePage(await query.execute(), ROWS)
}

export type ListedApproval = Awaited<ReturnType<typeof listApprovals>>['rows'][number]

/** Throws NOT_FOUND. */
export async function findApproval(db: Db, viewer: Viewer, id: string): Promise<ListedApproval> {
  requireAccountsDesk(viewer)
  const approval = isId(id) ? await approvals(db).where('approval.id', '=', id).executeTakeFirst() : undefined
  return approval ?? notFound()
}

fillsQueue('approvals', { from: sql`platform.approval where state = 'open'`, since: 'requested_at' })

/**
 * Approves and carries out a colleague's request. Throws NOT_FOUND, ACCESS_DENIED without the permission,
 * and INVALID_FIELD for `form` when it is the viewer's own request or no longer open. If the action itself
 * throws, the request remains open.
 */
export async function approve(db: Db, viewer: Viewer, id: string) {
  const afterCommit = await db.transaction().execute(async (trx) => {
    const approval = await lockOpenApproval(trx, viewer, id)
    if (approval.requested_by === viewer.id) throw notPossible('desk.approval.own')
    const { permission, apply } = approvableOf(approval.kind)
    requirePermission(viewer, permission)
    const requester = await findViewer(trx, approval.requested_by)
    if (!requester?.permissions.includes(permission)) throw notPossible('desk.approval.problem.requester')
    await decide(trx, viewer, id, { state: 'approved', note: '' })
    const { subject_id: subjectId, form } = approval
    return apply(trx, { ...requester, approvedBy: viewer.id }, { subjectId, form })
  })
  await afterCommit?.(db)
}

/** Refuses a colleague's request. Throws the same errors as `approve`. */
export async function refuse(db: Db, viewer: Viewer, id: string, note: string) {
  await db.transaction().execute(async (trx) => {
    const approval = await lockOpenApproval(trx, viewer, id)
    if (approval.requested_by === viewer.id) throw notPossible('desk.approval.own')
    requirePermission(viewer, approvableOf(approval.kind).permission)
    await decide(trx, viewer, id, { state: 'refused', note })
  })
}

/** Withdraws the viewer's own request. Throws NOT_FOUND, INVALID_FIELD for `form`. */
export async function withdraw(db: Db, viewer: Viewer, id: string) {
  await db.transaction().execute(async (trx) => {
    const approval = await lockOpenApproval(trx, viewer, id)
    if (approval.requested_by !== viewer.id) throw notPossible('desk.approval.problem.other')
    await decide(trx, viewer, id, { state: 'withdrawn', note: '' })
  })
}

const notPossible = (words: MessageKey) => new AppError('INVALID_FIELD', { field: 'form' }, words)

async function lockOpenApproval(trx: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  const approval = isId(id)
    ? await trx
        .selectFrom('platform.approval')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!approval) return notFound()
  if (approval.state !== 'open') throw notPossible('desk.approval.problem.decided')
  return approval
}

async function decide(
  trx: Db,
  viewer: Viewer,
  id: string,
  { state, note }: { state: 'approved' | 'refused' | 'withdrawn'; note: string },
) {
  await trx
    .updateTable('platform.approval')
    .set({ state, note, decided_by: viewer.id, decided_at: now() })
    .where('id', '=', id)
    .execute()
  await notifyLive(trx, ['desk'], 'todo')
}

/** Removes the details of requests about an account that is being erased; the kind of request remains. */
export async function eraseApprovals(trx: Db, accountId: string) {
  await trx
    .updateTable('platform.approval')
    .set({ form: '{}', facts: '[]', reason: '–', note: '' })
    .where('account_id', '=', accountId)
    .execute()
}
