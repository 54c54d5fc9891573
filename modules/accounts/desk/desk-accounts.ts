import { sql } from 'kysely'
import { recordsOfAccount } from '#src/auth/account-records.ts'
import { openSessionCount } from '#src/auth/session.ts'
import { DAY, now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Role, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { likePattern } from '#src/db/patterns.ts'
import { isRefused } from '#src/mail/mail.ts'
import { hasFactor } from '../factors/factor-rule.ts'
import { requirePermission } from '../permissions.ts'
import type { AccountState } from '../schema.ts'

/** Throws unless the viewer is staff: to others, the desk does not exist. */
export function requireAccountsDesk(viewer: Viewer) {
  if (!viewer.permissions.includes('desk.accounts')) notFound()
}

/**
 * Requires the permission to change accounts; only leads may change accounts of staff. Throws ACCESS_DENIED.
 */
export function requireModeration(viewer: Viewer, role: Role) {
  requirePermission(viewer, 'desk.moderation')
  if (role === 'agent') requirePermission(viewer, 'desk.staff')
}

const ROWS = 20

export const ACCOUNT_STATES = ['active', 'disabled', 'frozen', 'exception', 'erased'] as const
export const PLANS = ['free', 'single', 'basic', 'professional', 'enterprise', 'customised'] as const
/** `soon`: the plan ends within thirty days; `ended`: it has ended. */
export const EXPIRIES = ['soon', 'ended'] as const

export interface AccountFilter {
  keyword: string
  state: AccountState | ''
  plan: (typeof PLANS)[number] | ''
  expiry: (typeof EXPIRIES)[number] | ''
  before: string
}

export function readSearch(query: Record<string, string | undefined>): AccountFilter {
  const keyword = cleanText(query.keyword ?? '')
    .trim()
    .slice(0, 100)
  return {
    keyword,
    state: ACCOUNT_STATES.find((state) => state === query.state) ?? '',
    plan: PLANS.find((plan) => plan === query.plan) ?? '',
    expiry: EXPIRIES.find((expiry) => expiry === query.expiry) ?? '',
    before: query.before ?? '',
  }
}

/** One page of the accounts whose names, addresses or team contain the keyword, newest first. */
export async function searchAccounts(
  db: Db,
  viewer: Viewer,
  { keyword, state, plan, expiry, before }: AccountFilter,
) {
  requireAccountsDesk(viewer)
  let query = accountsWithTeams(db)
    .where('state', '!=', 'automated')
    .orderBy('account.id', 'desc')
    .limit(ROWS + 1)
  if (keyword) {
    const pattern = likePattern(keyword)
    query = query.where((eb) =>
      eb.or(
        (['username', 'account.name', 'email', 'mobile', 'team.name'] as const).map((column) =>
          eb(column, 'ilike', pattern),
        ),
      ),
    )
  }
  if (state) query = query.where('state', '=', state)
  if (plan) query = query.where('package', '=', plan)
  if (expiry === 'ended') query = query.where('package_ends_at', '<=', now())
  if (expiry === 'soon') {
    const end = new Date(now().getTime() + 30 * DAY)
    query = query.where('package_ends_at', '>', now()).where('package_ends_at', '<=', end)
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
    .select(isRefused(sql.ref('account.email')).as('emailRefused'))
    .select(hasFactor(sql.ref('account.id')).as('hasFactor'))
}

export type ListedAccount = Awaited<ReturnType<typeof searchAccounts>>['rows'][number]

export async function findAccountForDesk(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  if (!isId(id)) notFound()
  const account = await accountsWithTeams(db).where('account.id', '=', id).executeTakeFirst()
  return account ?? notFound()
}

/**
 * An account for its page, with its open sessions and the records that the viewer may see. Makes one query.
 */
export async function findAccountForItsPage(db: Db, viewer: Viewer, id: string) {
  requireAccountsDesk(viewer)
  if (!isId(id)) notFound()
  const account = await accountsWithTeams(db)
    .select([
      openSessionCount(sql.ref('account.id')).as('sessions'),
      recordsOfAccount(viewer.permissions).as('records'),
    ])
    .where('account.id', '=', id)
    .executeTakeFirst()
  return account ?? notFound()
}

export type AccountOnPage = Awaited<ReturnType<typeof findAccountForItsPage>>
