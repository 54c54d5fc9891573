import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive, ofAccount } from '#src/live/tell.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { type AccountState, STATE_ACTIONS, type StateAction } from '../schema.ts'
import { findAccountForDesk } from './desk-accounts.ts'
import { logDeskAction } from './desk-log.ts'

const STATE_AFTER: Record<StateAction, AccountState> = {
  disable: 'disabled',
  freeze: 'frozen',
  exception: 'exception',
  restore: 'active',
}

/**
 * The actions that would change something about an account in this state; an erased account has none.
 */
export const stateActionsFor = (state: AccountState) =>
  state === 'erased' ? [] : STATE_ACTIONS.filter((action) => STATE_AFTER[action] !== state)

/** Whether an account in this state is what the action makes of it. */
export const isAfter = (action: StateAction, state: AccountState) => STATE_AFTER[action] === state

/**
 * Locks an account out or lets it in again, from its next request on, and mails its owner the reason. Its
 * sessions stay, so that the next request learns why. Throws ACCESS_DENIED for one's own account. Answers
 * with the state that it has already, and then did nothing: a colleague was faster.
 */
export async function changeState(
  db: Db,
  viewer: Viewer,
  id: string,
  { stateAction: action, reason }: { stateAction: StateAction; reason: string },
): Promise<AccountState | null> {
  await findAccountForDesk(db, viewer, id)
  if (id === viewer.id) throw new AppError('ACCESS_DENIED')
  return db.transaction().execute(async (trx) => {
    const after = STATE_AFTER[action]
    const { state: before } = await trx
      .selectFrom('accounts.account')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before === after || before === 'erased') return before
    const changed = await trx
      .updateTable('accounts.account')
      .set({ state: after })
      .where('id', '=', id)
      .returning(['username', 'email', 'locale'])
      .executeTakeFirstOrThrow()
    // Open pages of theirs hear nothing more.
    await notifyLive(trx, [ofAccount(id)], 'todo')
    const changes = [{ what: 'state' as const, before, after }]
    await logDeskAction(trx, viewer, { accountId: id, action, reason, changes })
    const about = action === 'restore' ? 'restored' : 'restricted'
    const values = { username: changed.username, reason }
    if (changed.email)
      await sendNoticeLater(trx, { to: changed.email, locale: changed.locale, about, values })
    return null
  })
}
