import { logDeskAction, pagesSeen, requirePermission, staffNames } from '#modules/accounts/index.ts'
import { sendMessage } from '#modules/messaging/index.ts'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { DAY, fromNow, HOUR, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { mailRequest } from './emails/request-mail.ts'
import type { AccessState } from './schema.ts'
import { isValid, stateNow } from './validity.ts'

/** The page where the customer answers requests, and sees which pages staff opened. */
export const PATH = '/mgmt/acct-info/support-access'

/** All staff together may send a customer only a few requests per day. */
const REQUEST_LIMIT: Limit = { name: 'support-access', points: 5, per: 86_400 }

const changedError = () => new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.changed')

/** The accesses of an account, newest first, with the name of the member of staff. */
const selectAccesses = (db: Db) =>
  db
    .selectFrom('support_access.access as access')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'access.staff_id')
    .select(['access.id', 'account_id', 'staff_id', 'reason', 'state', 'asked_at', 'ends_at'])
    .select(['decided_at', 'ended_at', 'staff.name as staffName', isValid().as('isValid')])

const MAX_LISTED = 50

export async function listAccesses(db: Db, accountId: string) {
  const rows = await selectAccesses(db)
    .where('account_id', '=', accountId)
    .orderBy('access.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({ ...row, state: stateNow(row) }))
}

export type Access = Awaited<ReturnType<typeof listAccesses>>[number]

/** The desk page of an access; the staff log lists the opened pages under it. */
export const deskPathOf = (access: { id: string; accountId: string }) =>
  `/desk/accounts/${access.accountId}/support-access?access=${access.id}`

/** The pages that staff opened in the accesses of an account, oldest first. */
export async function listOpenedPages(db: Db, accountId: string) {
  const rows = await pagesSeen(db, accountId)
  return rows.toReversed().map(({ desk, ...row }) => ({ ...row, accessId: desk.split('=').at(-1)! }))
}

export type OpenedPage = Awaited<ReturnType<typeof listOpenedPages>>[number]

/**
 * Throws ACCESS_DENIED unless the member of staff may request access to the account, which must be a
 * customer's.
 */
export function requireMayRequest(staff: Viewer, account: { role: string }) {
  requirePermission(staff, 'desk.moderation')
  if (account.role === 'agent') throw new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.staff')
}

/** Requests access from the customer; null if a request or an access is already open. */
export async function requestAccess(db: Db, staff: Viewer, accountId: string, reason: string) {
  await consumePoint(REQUEST_LIMIT, accountId)
  return db.transaction().execute(async (trx) => {
    await closeInvalid(trx, accountId)
    const id = newId(now())
    const inserted = await trx
      .insertInto('support_access.access')
      .values({
        id,
        account_id: accountId,
        staff_id: staff.id,
        reason,
        state: 'asked',
        asked_at: now(),
        ends_at: fromNow(DAY),
      })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return null
    await logDeskAction(trx, staff, { accountId, action: 'ask-access', reason })
    const facts = { staff: staff.name }
    await sendMessage(trx, [accountId], { kind: 'supportAccessAsked', facts, path: PATH, mailed: true })
    await mailRequest(trx, accountId, facts)
    return id
  })
}

const LOGGED_ACTIONS = {
  allowed: 'allow-access',
  refused: 'refuse-access',
  withdrawn: 'withdraw-access',
  ended: 'end-access',
  expired: 'expire-access',
} as const

/** Changes the state of an access from `from` to `to`; returns false if the state is not `from`. */
async function changeState(
  trx: Db,
  { id, from, to }: { id: string; from: AccessState; to: keyof typeof LOGGED_ACTIONS },
): Promise<boolean> {
  const row = await trx
    .updateTable('support_access.access')
    .set({ state: to })
    .$if(from === 'asked', (query) => query.set({ decided_at: now() }))
    .$if(to === 'allowed', (query) => query.set({ ends_at: fromNow(HOUR) }))
    .$if(to !== 'allowed', (query) => query.set({ ended_at: now() }))
    .where('id', '=', id)
    .where('state', '=', from)
    .returning(['account_id', 'staff_id', 'reason'])
    .executeTakeFirst()
  if (!row) return false
  const { account_id: accountId, reason } = row
  await logDeskAction(trx, { id: row.staff_id }, { accountId, action: LOGGED_ACTIONS[to], reason })
  return true
}

/** Closes requests and accesses that are open but no longer valid, of one account or of all. */
export async function closeInvalid(trx: Db, accountId?: string) {
  let query = trx
    .selectFrom('support_access.access as access')
    .select(['id', 'state', 'ends_at', isValid().as('isValid')])
    .where('state', 'in', ['asked', 'allowed'])
    .where(isValid(), '=', false)
    .limit(1000)
  if (accountId) query = query.where('account_id', '=', accountId)
  for (const row of await query.execute())
    await changeState(trx, {
      id: row.id,
      from: row.state,
      to: stateNow(row) === 'expired' ? 'expired' : 'ended',
    })
}

async function requireOwnAccess(db: Db, id: string, owner: { accountId: string } | { staffId: string }) {
  if (!isId(id)) notFound()
  let query = selectAccesses(db).where('access.id', '=', id)
  query =
    'accountId' in owner
      ? query.where('account_id', '=', owner.accountId)
      : query.where('staff_id', '=', owner.staffId)
  const row = await query.executeTakeFirst()
  return row ?? notFound()
}

/** The customer's answer to the displayed request. Throws ACCESS_DENIED if the request has changed. */
export async function answerRequest(db: Db, viewer: Viewer, id: string, answer: 'allowed' | 'refused') {
  const access = await requireOwnAccess(db, id, { accountId: viewer.id })
  if (stateNow(access) !== 'asked') throw changedError()
  await db.transaction().execute(async (trx) => {
    if (!(await changeState(trx, { id, from: 'asked', to: answer }))) throw changedError()
  })
}

/** Ends a running access for the customer; does nothing if it has already ended. */
export async function endAccess(db: Db, viewer: Viewer, id: string) {
  await requireOwnAccess(db, id, { accountId: viewer.id })
  await db.transaction().execute((trx) => changeState(trx, { id, from: 'allowed', to: 'ended' }))
}

/** Withdraws a request, or ends a running access. Only the member of staff who requested it may do so. */
export async function withdrawAccess(db: Db, staff: Viewer, id: string) {
  await requireOwnAccess(db, id, { staffId: staff.id })
  await db.transaction().execute(async (trx) => {
    const withdrawn = await changeState(trx, { id, from: 'asked', to: 'withdrawn' })
    if (!withdrawn) await changeState(trx, { id, from: 'allowed', to: 'ended' })
  })
}

/** The access of this member of staff, if its pages may be viewed now. Throws ACCESS_DENIED otherwise. */
export async function requireRunningAccess(db: Db, staff: Viewer, id: string) {
  const access = await requireOwnAccess(db, id, { staffId: staff.id })
  if (stateNow(access) !== 'allowed') throw changedError()
  return access
}

/** Ends the open requests and accesses of an erased member of staff, and logs this. */
export async function endAccessesOfStaff(trx: Db, staffId: string) {
  const rows = await trx
    .selectFrom('support_access.access')
    .select(['id', 'state'])
    .where('staff_id', '=', staffId)
    .where('state', 'in', ['asked', 'allowed'])
    .execute()
  for (const { id, state } of rows) await changeState(trx, { id, from: state, to: 'ended' })
}
