import { logDeskAction, requirePermission, staffNames } from '#modules/accounts/index.ts'
import { sendMessage } from '#modules/messaging/index.ts'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { DAY, fromNow, HOUR, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { mailRequest } from './emails/request-mail.ts'
import type { AccessState } from './schema.ts'

/** Where the customer answers, and sees who has seen what. */
export const PATH = '/mgmt/acct-info/support-access'

/** A customer is asked a few times a day at most, by all staff together. */
const ASKING: Limit = { name: 'support-access', points: 5, per: 86_400 }

const changed = () => new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.changed')

/** The accesses of an account, newest first, with the name of the member of staff. */
const accesses = (db: Db) =>
  db
    .selectFrom('support_access.access as access')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'access.staff_id')
    .select(['access.id', 'account_id', 'staff_id', 'reason', 'state', 'asked_at', 'ends_at'])
    .select(['decided_at', 'ended_at', 'staff.name as staffName'])

const MOST_LISTED = 50

export async function listAccesses(db: Db, accountId: string) {
  const rows = await accesses(db)
    .where('account_id', '=', accountId)
    .orderBy('access.id', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return rows.map((row) => ({ ...row, state: stateNow(row) }))
}

export type Access = Awaited<ReturnType<typeof listAccesses>>[number]

/** The state by the clock: the job that closes an expired access comes later. */
function stateNow({ state, ends_at }: { state: AccessState; ends_at: Date }): AccessState {
  return (state === 'asked' || state === 'allowed') && ends_at <= now() ? 'expired' : state
}

/** The pages of these accesses that were opened, oldest first. */
export async function pagesOf(db: Db, ids: string[]) {
  if (!ids.length) return []
  return db
    .selectFrom('support_access.opened_page')
    .select(['id', 'access_id', 'path', 'at'])
    .where('access_id', 'in', ids)
    .orderBy('id')
    .limit(2000)
    .execute()
}

/** What a member of staff does and does not do to an account of a customer. */
export function requireAsker(staff: Viewer, account: { id: string; role: string; state: string }) {
  requirePermission(staff, 'desk.moderation')
  if (account.role === 'agent') throw new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.staff')
  if (account.state !== 'active') throw new AppError('ACCESS_DENIED', {}, 'supportAccess.problem.inactive')
}

/** Asks the customer; null if they are asked already, or an access runs. */
export async function askForAccess(db: Db, staff: Viewer, accountId: string, reason: string) {
  await consumePoint(ASKING, accountId)
  return db.transaction().execute(async (trx) => {
    await closeExpired(trx, accountId)
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

const LOGGED = {
  allowed: 'allow-access',
  refused: 'refuse-access',
  withdrawn: 'withdraw-access',
  ended: 'end-access',
  expired: 'expire-access',
} as const

/** Moves an access on; false if it is not, or no longer, in the state `from`. */
async function move(
  trx: Db,
  { id, from, to }: { id: string; from: AccessState; to: keyof typeof LOGGED },
): Promise<boolean> {
  const finished = to !== 'allowed'
  const row = await trx
    .updateTable('support_access.access')
    .set({
      state: to,
      ...(from === 'asked' && { decided_at: now() }),
      ...(finished ? { ended_at: now(), session_hash: null } : { ends_at: fromNow(HOUR) }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning(['account_id', 'staff_id', 'reason'])
    .executeTakeFirst()
  if (!row) return false
  const { account_id: accountId, reason } = row
  await logDeskAction(trx, { id: row.staff_id }, { accountId, action: LOGGED[to], reason })
  return true
}

/** Requests and accesses that ended by the clock: of one account, or all. */
export async function closeExpired(trx: Db, accountId?: string) {
  let query = trx
    .selectFrom('support_access.access')
    .select(['id', 'state'])
    .where('state', 'in', ['asked', 'allowed'])
    .where('ends_at', '<=', now())
    .limit(1000)
  if (accountId) query = query.where('account_id', '=', accountId)
  for (const { id, state } of await query.execute()) await move(trx, { id, from: state, to: 'expired' })
}

async function requireOwn(db: Db, id: string, whose: { accountId: string } | { staffId: string }) {
  if (!isId(id)) notFound()
  let query = accesses(db).where('access.id', '=', id)
  query =
    'accountId' in whose
      ? query.where('account_id', '=', whose.accountId)
      : query.where('staff_id', '=', whose.staffId)
  const row = await query.executeTakeFirst()
  return row ?? notFound()
}

/** The customer's answer to the request that they have read. Throws ACCESS_DENIED if it has changed. */
export async function answerRequest(db: Db, viewer: Viewer, id: string, to: 'allowed' | 'refused') {
  const access = await requireOwn(db, id, { accountId: viewer.id })
  if (stateNow(access) !== 'asked') throw changed()
  await db.transaction().execute(async (trx) => {
    if (!(await move(trx, { id, from: 'asked', to }))) throw changed()
  })
}

/** The customer ends a running access. Nothing happens if it has ended. */
export async function endAccess(db: Db, viewer: Viewer, id: string) {
  await requireOwn(db, id, { accountId: viewer.id })
  await db.transaction().execute((trx) => move(trx, { id, from: 'allowed', to: 'ended' }))
}

/** Only the one who asked withdraws, or gives a running access back. */
export async function withdrawAccess(db: Db, staff: Viewer, id: string) {
  await requireOwn(db, id, { staffId: staff.id })
  await db.transaction().execute(async (trx) => {
    const withdrawn = await move(trx, { id, from: 'asked', to: 'withdrawn' })
    if (!withdrawn) await move(trx, { id, from: 'allowed', to: 'ended' })
  })
}

/** From now on this session of the member of staff who asked shows the pages of the account. */
export async function enterPages(db: Db, staff: Viewer, id: string, sessionHash: string) {
  const access = await requireOwn(db, id, { staffId: staff.id })
  if (stateNow(access) !== 'allowed') throw changed()
  await db.transaction().execute(async (trx) => {
    await leavePages(trx, sessionHash)
    await trx
      .updateTable('support_access.access')
      .set({ session_hash: sessionHash })
      .where('id', '=', id)
      .where('state', '=', 'allowed')
      .execute()
  })
}

export async function leavePages(db: Db, sessionHash: string) {
  await db
    .updateTable('support_access.access')
    .set({ session_hash: null })
    .where('session_hash', '=', sessionHash)
    .execute()
}
