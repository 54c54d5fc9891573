import { endAllSessions } from '#src/auth/session.ts'
import { returnEntries } from '#src/calendar/queue.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { AccountState } from '../../schema.ts'
import { logDeskAction } from '../desk-log.ts'
import { findStaff, isLastLead, lockStaff } from './staff.ts'

/**
 * Whether a colleague is suspended: they cannot log in until a lead lifts the suspension, and their roles
 * remain.
 */
export const isSuspended = (state: AccountState): boolean => state === 'frozen' || state === 'exception'

/**
 * Suspends a colleague: their sessions end, they cannot log in, and the entries that they handled return to
 * the queues. Throws ACCESS_DENIED for the viewer's own account. Returns the reason if the suspension is not
 * possible.
 */
export async function suspendStaff(
  db: Db,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<MessageKey | null> {
  const { id: accountId } = await findStaff(db, viewer, id)
  if (accountId === viewer.id) throw new AppError('ACCESS_DENIED')
  return db.transaction().execute(async (trx) => {
    const roles = await lockStaff(trx, accountId)
    const previousState = await stateOf(trx, accountId)
    if (previousState !== 'active') return 'desk.staff.problem.state'
    if (roles.includes('lead') && (await isLastLead(trx, accountId))) return 'desk.staff.problem.lastLead'
    await setState(trx, accountId, 'frozen')
    await endAllSessions(trx, accountId)
    await returnEntries(trx, accountId)
    const changes = [{ what: 'state' as const, before: previousState, after: 'frozen' }]
    await logDeskAction(trx, viewer, { accountId, action: 'suspend-staff', reason, changes })
    return null
  })
}

/**
 * Lets a suspended colleague log in again with their previous roles. Returns the reason if this is not
 * possible.
 */
export async function liftSuspension(
  db: Db,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<MessageKey | null> {
  const { id: accountId } = await findStaff(db, viewer, id)
  return db.transaction().execute(async (trx) => {
    await lockStaff(trx, accountId)
    const previousState = await stateOf(trx, accountId)
    if (!isSuspended(previousState)) return 'desk.staff.problem.state'
    await setState(trx, accountId, 'active')
    const changes = [{ what: 'state' as const, before: previousState, after: 'active' }]
    await logDeskAction(trx, viewer, { accountId, action: 'resume-staff', reason, changes })
    return null
  })
}

async function stateOf(trx: Db, id: string): Promise<AccountState> {
  const row = trx.selectFrom('accounts.account').select('state').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).state
}

async function setState(trx: Db, id: string, state: AccountState) {
  await trx.updateTable('accounts.account').set({ state }).where('id', '=', id).execute()
}
