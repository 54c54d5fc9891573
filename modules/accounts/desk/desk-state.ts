import { returnEntries } from '#src/calendar/queue.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive, ofAccount } from '#src/live/notify.ts'
import { notifyOwner } from '../notice-mail.ts'
import type { AccountState } from '../schema.ts'
import { findAccountForDesk, requireModeration } from './desk-accounts.ts'
import { logDeskAction } from './desk-log.ts'
import { STATE_ACTIONS, type StateAction } from './desk-log-schema.ts'
import { isLastLead, lockStaff } from './staff/staff.ts'

const STATE_AFTER: Record<StateAction, AccountState> = {
  disable: 'disabled',
  freeze: 'frozen',
  exception: 'exception',
  restore: 'active',
}

/** The actions that are possible in this state; none for an erased account and an automated user. */
export const stateActionsFor = (state: AccountState) =>
  state === 'erased' || state === 'automated'
    ? []
    : STATE_ACTIONS.filter((action) => STATE_AFTER[action] !== state)

/** Whether this state is the result of the action. */
export const isAfter = (action: StateAction, state: AccountState) => STATE_AFTER[action] === state

/**
 * Blocks or unblocks an account, from its next request on, and notifies its owner. Its sessions remain, so
 * that the next request reports the reason. Throws ACCESS_DENIED for the viewer's own account. Does nothing
 * and returns the current state if a colleague has changed it already.
 */
export async function changeState(
  db: Db,
  viewer: Viewer,
  id: string,
  { stateAction: action, reason }: { stateAction: StateAction; reason: string },
): Promise<AccountState | null> {
  const { role } = await findAccountForDesk(db, viewer, id)
  requireModeration(viewer, role)
  if (id === viewer.id) throw new AppError('ACCESS_DENIED')
  return db.transaction().execute(async (trx) => {
    const newState = STATE_AFTER[action]
    if (role === 'agent' && newState !== 'active') await refuseLastLead(trx, id)
    const { state: previousState } = await trx
      .selectFrom('accounts.account')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (previousState === newState || previousState === 'erased' || previousState === 'automated')
      return previousState
    const update = await trx
      .updateTable('accounts.account')
      .set({ state: newState })
      .where('id', '=', id)
      .returning(['username', 'email', 'mobile', 'locale'])
      .executeTakeFirstOrThrow()
    if (role === 'agent' && newState !== 'active') await returnEntries(trx, id)
    // Ends the open event streams of the account.
    await notifyLive(trx, [ofAccount(id)], 'todo')
    const changes = [{ what: 'state' as const, before: previousState, after: newState }]
    await logDeskAction(trx, viewer, { accountId: id, action, reason, changes })
    const notice = action === 'restore' ? 'restored' : 'restricted'
    const values = { username: update.username, reason }
    await notifyOwner(trx, update, notice, values)
    return null
  })
}

async function refuseLastLead(trx: Db, id: string) {
  const roles = await lockStaff(trx, id)
  if (roles.includes('lead') && (await isLastLead(trx, id)))
    throw new AppError('ACCESS_DENIED', {}, 'desk.staff.problem.lastLead')
}
