import type { StaffViewer } from '#src/auth/approval.ts'
import { recordSecurityEvent } from '#src/auth/security-event.ts'
import { now } from '#src/core/clock.ts'
import { endOfDay, isDay, startOfDay } from '#src/core/day.ts'
import { isId, newId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { likePattern } from '#src/db/patterns.ts'
import type { SecurityEventKind } from '#src/db/platform-schema.ts'
import { teamOf } from '../account-log.ts'
import { requireAccountsDesk } from './desk-accounts.ts'
import { DESK_ACTIONS, type DeskAction, type DeskChangeTable } from './desk-log-schema.ts'

/** An old and a new value; the labels of `what` are under `desk.change` in the locales. */
export type Change = Pick<DeskChangeTable, 'what' | 'before' | 'after'>

/** The staff actions that are also security events. */
const EVENTS: Partial<Record<DeskAction, SecurityEventKind>> = {
  disable: 'state',
  freeze: 'state',
  exception: 'state',
  restore: 'state',
  correct: 'state',
  erase: 'state',
  'hand-over': 'permissions',
  'reset-factors': 'factor',
  'end-sessions': 'sessions-ended',
  'invite-staff': 'staff-roles',
  'withdraw-staff': 'staff-roles',
  'join-staff': 'staff-roles',
  'change-staff': 'staff-roles',
  'remove-staff': 'staff-roles',
  'suspend-staff': 'staff-roles',
  'resume-staff': 'staff-roles',
}

/** Facts that describe a change, and are logged although they do not change. */
const UNCHANGED = new Set<Change['what']>(['package', 'paidBy', 'order'])

interface DeskEntry {
  /**
   * The account; null for an action on something else, which `subject` names. `path` is the subject's page.
   */
  accountId: string | null
  subject?: string
  path?: string
  action: DeskAction
  reason: string
  changes?: Change[]
}

/**
 * Appends to the staff log, in the transaction of the logged action. Omits changes whose values are equal.
 */
export async function logDeskAction(
  trx: Db,
  staff: Pick<StaffViewer, 'id' | 'approvedBy'>,
  { accountId, subject = '', path = '', action, reason, changes = [] }: DeskEntry,
) {
  const id = newId()
  await trx
    .insertInto('accounts.desk_action')
    .values({
      id,
      account_id: accountId,
      staff_id: staff.id,
      subject,
      path,
      approved_by: staff.approvedBy ?? null,
      action,
      reason,
      at: now(),
    })
    .execute()
  const rows = changes
    .filter(({ what, before, after }) => before !== after || UNCHANGED.has(what))
    .map((change) => ({ action_id: id, account_id: accountId, ...change }))
  if (rows.length) await trx.insertInto('accounts.desk_change').values(rows).execute()
  const kind = EVENTS[action]
  if (!kind || !accountId) return
  const teamId = teamOf(trx, accountId)
  await recordSecurityEvent(trx, { kind, accountId, teamId, actorId: staff.id, detail: action })
}

/**
 * The last pages with data of an account that staff have seen, newest first, each with a link to the desk's
 * page about the access.
 */
export const pagesSeen = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts.desk_action')
    .select(['id', 'subject as path', 'path as desk', 'at'])
    .where('account_id', '=', accountId)
    .where('action', '=', 'see-page')
    .orderBy('id', 'desc')
    .limit(2000)
    .execute()

const ROWS = 30

export interface LogFilter {
  /** A part of the account's name, the staff member's name, the subject or the reason. */
  keyword: string
  action: DeskAction | ''
  /** Days in Shanghai as yyyy-MM-dd, both inclusive; '' for none. */
  since: string
  until: string
  /** The cursor of the page; '' for the first page. */
  before: string
}

export function readLogFilter(query: Record<string, string | undefined>): LogFilter {
  const day = (text = '') => (isDay(text) ? text : '')
  return {
    keyword: cleanText(query.keyword ?? '')
      .trim()
      .slice(0, 100),
    action: DESK_ACTIONS.find((action) => action === query.action) ?? '',
    since: day(query.since),
    until: day(query.until),
    before: isId(query.before ?? '') ? query.before! : '',
  }
}

const NO_FILTER: LogFilter = { keyword: '', action: '', since: '', until: '', before: '' }

/** One page of the staff log, newest first, of one account or of all. */
export async function readDeskLog(
  db: Db,
  viewer: Viewer,
  { accountId, filter = NO_FILTER, size = ROWS }: { accountId?: string; filter?: LogFilter; size?: number },
) {
  requireAccountsDesk(viewer)
  const { keyword, action, since, until, before } = filter
  let query = db
    .selectFrom('accounts.desk_action as action')
    .innerJoin('accounts.account as staff', 'staff.id', 'staff_id')
    .leftJoin('accounts.account as approver', 'approver.id', 'approved_by')
    .leftJoin('accounts.account as account', 'account.id', 'action.account_id')
    .select(['action.id', 'action', 'reason', 'at', 'subject', 'path', 'staff.name as staffName'])
    .select(['action.account_id as accountId', 'account.name as accountName'])
    .select('approver.name as approverName')
    .orderBy('action.id', 'desc')
    .limit(size + 1)
  if (accountId) query = query.where('action.account_id', '=', accountId)
  if (keyword) {
    const pattern = likePattern(keyword)
    const columns = ['account.name', 'account.username', 'staff.name', 'subject', 'reason'] as const
    const orderActions = db
      .selectFrom('accounts.desk_change')
      .select('action_id')
      .where('what', '=', 'order')
      .where('after', '=', keyword.toUpperCase())
    query = query.where((eb) =>
      eb.or([...columns.map((column) => eb(column, 'ilike', pattern)), eb('action.id', 'in', orderActions)]),
    )
  }
  if (action) query = query.where('action', '=', action)
  if (since) query = query.where('at', '>=', startOfDay(since))
  if (until) query = query.where('at', '<=', endOfDay(until))
  if (before) query = query.where('action.id', '<', before)
  const { rows, next } = onePage(await query.execute(), size)
  const changes = await changesOf(
    db,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => ({ ...row, changes: changes.get(row.id) ?? [] })), next }
}

export type LoggedAction = Awaited<ReturnType<typeof readDeskLog>>['rows'][number]

async function changesOf(db: Db, actions: string[]): Promise<Map<string, Change[]>> {
  if (!actions.length) return new Map()
  const rows = await db
    .selectFrom('accounts.desk_change')
    .select(['action_id', 'what', 'before', 'after'])
    .where('action_id', 'in', actions)
    .orderBy('what')
    .execute()
  return Map.groupBy(rows, (row) => row.action_id)
}
