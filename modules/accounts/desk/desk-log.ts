import { recordSecurityEvent } from '#src/auth/security-event.ts'
import { now } from '#src/core/clock.ts'
import { isId, newId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { SecurityEventKind } from '#src/db/platform-schema.ts'
import { teamOf } from '../account-log.ts'
import type { DeskAction, DeskChangeTable } from '../schema.ts'
import { requireAccountsDesk } from './desk-accounts.ts'

/** An old and a new value; the labels of `what` are under `desk.change` in the locales. */
export type Change = Pick<DeskChangeTable, 'what' | 'before' | 'after'>

/** The actions that concern the security of an account. */
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
}

/**
 * Appends to the staff log, in the transaction of the logged action. Leaves out changes whose values are
 * equal.
 */
export async function logDeskAction(
  trx: Db,
  staff: Pick<Viewer, 'id'>,
  what: { accountId: string; action: DeskAction; reason: string; changes?: Change[] },
) {
  const { accountId, action, reason, changes = [] } = what
  const id = newId()
  await trx
    .insertInto('accounts.desk_action')
    .values({ id, account_id: accountId, staff_id: staff.id, action, reason, at: now() })
    .execute()
  const rows = changes
    .filter(({ before, after }) => before !== after)
    .map((change) => ({ action_id: id, account_id: accountId, ...change }))
  if (rows.length) await trx.insertInto('accounts.desk_change').values(rows).execute()
  const kind = EVENTS[action]
  if (!kind) return
  const teamId = teamOf(trx, accountId)
  await recordSecurityEvent(trx, { kind, accountId, teamId, actorId: staff.id, detail: action })
}

const ROWS = 30

/** One page of the staff log, newest first: of one account, or of all. */
export async function readDeskLog(
  db: Db,
  viewer: Viewer,
  { accountId, before = '' }: { accountId?: string; before?: string },
) {
  requireAccountsDesk(viewer)
  let query = db
    .selectFrom('accounts.desk_action as action')
    .innerJoin('accounts.account as staff', 'staff.id', 'staff_id')
    .innerJoin('accounts.account as account', 'account.id', 'action.account_id')
    .select(['action.id', 'action', 'reason', 'at', 'staff.name as staffName'])
    .select(['action.account_id as accountId', 'account.name as accountName'])
    .orderBy('action.id', 'desc')
    .limit(ROWS + 1)
  if (accountId) query = query.where('action.account_id', '=', accountId)
  if (isId(before)) query = query.where('action.id', '<', before)
  const { rows, next } = onePage(await query.execute(), ROWS)
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
