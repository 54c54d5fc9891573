import type { Db } from '#src/app/database.ts'
import { cleanText } from '#src/core/clean-text.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { containing } from '#src/db/patterns.ts'
import { SERVICE_MAIL } from '#views/service-mail.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { type AccountState, type DeskAction, STATE_ACTIONS, type StateAction } from '../schema.ts'

const STATE_AFTER: Record<StateAction, AccountState> = {
  disable: 'disabled',
  freeze: 'frozen',
  exception: 'exception',
  restore: 'active',
}

/** The actions that would change something about an account in this state; nothing brings an erased one back. */
export const stateActionsFor = (state: AccountState) =>
  state === 'erased' ? [] : STATE_ACTIONS.filter((action) => STATE_AFTER[action] !== state)

/** The desk is there for staff alone; for everybody else there is no such page. */
export function requireAccountsDesk(viewer: Viewer) {
  if (!viewer.permissions.includes('desk.accounts')) notFound()
}

const ROWS = 20

export function readSearch(query: Record<string, string | undefined>) {
  const keyword = cleanText(query.keyword ?? '')
    .trim()
    .slice(0, 100)
  return { keyword, before: query.before ?? '' }
}

/** One page of all accounts, newest first, whose names, addresses or team hold the keyword. */
export async function searchAccounts(
  db: Db,
  viewer: Viewer,
  { keyword, before }: ReturnType<typeof readSearch>,
) {
  requireAccountsDesk(viewer)
  let query = accountsWithTeams(db)
    .orderBy('account.id', 'desc')
    .limit(ROWS + 1)
  if (keyword) {
    const like = containing(keyword)
    query = query.where((eb) =>
      eb.or(
        (['username', 'account.name', 'email', 'mobile', 'team.name'] as const).map((column) =>
          eb(column, 'ilike', like),
        ),
      ),
    )
  }
  if (isId(before)) query = query.where('account.id', '<', before)
  return onePage(await query.execute(), ROWS)
}

function accountsWithTeams(db: Db) {
  return db
    .selectFrom('accounts.account as account')
    .innerJoin('accounts.team as team', 'team.id', 'account.team_id')
    .select([
      ...([
        'account.id',
        'team_id',
        'username',
        'account.name',
        'email',
        'mobile',
        'identity',
        'role',
        'state',
      ] as const),
      ...(['account.created_at', 'team.name as teamName', 'package', 'package_ends_at', 'seats'] as const),
    ])
}

export type ListedAccount = Awaited<ReturnType<typeof searchAccounts>>['rows'][number]

export async function findAccountForDesk(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  if (!isId(id)) notFound()
  const account = await accountsWithTeams(db).where('account.id', '=', id).executeTakeFirst()
  return account ?? notFound()
}

/** The account's wishes, newest first. */
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

/** What staff did to the account, newest first. */
export async function deskActionsOf(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  return db
    .selectFrom('accounts.desk_action as action')
    .innerJoin('accounts.account as staff', 'staff.id', 'staff_id')
    .select(['action.id', 'action', 'reason', 'at', 'staff.name as staffName'])
    .where('account_id', '=', id)
    .orderBy('action.id', 'desc')
    .limit(50)
    .execute()
}

/**
 * Locks an account out or lets it in again, from its next request on, and mails its owner the reason. Its sessions
 * stay, so that the next request is told why. Throws ACCESS_DENIED for one's own account.
 */
export async function changeState(
  db: Db,
  viewer: Viewer,
  id: string,
  { stateAction: action, reason }: { stateAction: StateAction; reason: string },
) {
  await findAccountForDesk(db, viewer, id)
  if (id === viewer.id) throw new AppError('ACCESS_DENIED')
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('accounts.account')
      .set({ state: STATE_AFTER[action] })
      .where('id', '=', id)
      .where('state', 'not in', [STATE_AFTER[action], 'erased'])
      .returning(['username', 'email', 'locale'])
      .executeTakeFirst()
    // A colleague was faster: it is done, and done once.
    if (!changed) return
    await logDeskAction(trx, viewer, { accountId: id, action, reason })
    const about = action === 'restore' ? 'restored' : 'restricted'
    const values = { username: changed.username, reason, mail: SERVICE_MAIL }
    if (changed.email)
      await sendNoticeLater(trx, { to: changed.email, locale: changed.locale, about, values })
  })
}

/** Closes the account's open request, if it still is open. */
export async function closeRequest(db: Db, viewer: Viewer, id: string, reason: string) {
  await findAccountForDesk(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    if (await closeOpenRequest(trx, id))
      await logDeskAction(trx, viewer, { accountId: id, action: 'close-request', reason })
  })
}

/** False when there is none open, or a colleague was faster. */
export async function closeOpenRequest(trx: Db, id: string): Promise<boolean> {
  const closed = await trx
    .updateTable('accounts.support_request')
    .set({ closed_at: now() })
    .where('account_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows === 1n
}

export async function logDeskAction(
  trx: Db,
  viewer: Viewer,
  { accountId, ...what }: { accountId: string; action: DeskAction; reason: string },
) {
  await trx
    .insertInto('accounts.desk_action')
    .values({ id: newId(), account_id: accountId, staff_id: viewer.id, ...what, at: now() })
    .execute()
}
