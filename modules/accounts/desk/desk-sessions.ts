import { endElsewhere } from '#src/auth/session.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { endSecondSteps } from '../factors/login/second-step.ts'
import { forgetDevices } from '../factors/remembered-device.ts'
import { notifyOwner } from '../notice-mail.ts'
import { findAccountForDesk, requireModeration } from './desk-accounts.ts'
import { logDeskAction } from './desk-log.ts'

/**
 * Ends every session of an account and its logins without second factor, forgets its remembered browsers,
 * and notifies its owner. Throws ACCESS_DENIED for the viewer's own account. When the account is not logged
 * in anywhere, returns false and notifies no one.
 */
export async function endSessionsAtDesk(
  db: Db,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<boolean> {
  const { role } = await findAccountForDesk(db, viewer, id)
  requireModeration(viewer, role)
  if (id === viewer.id) throw new AppError('ACCESS_DENIED')
  return db.transaction().execute(async (trx) => {
    const endedSessions = await endElsewhere(trx, id, {})
    const forgottenCount = await forgetDevices(trx, id)
    const endedSteps = await endSecondSteps(trx, id)
    if (!endedSessions && !forgottenCount && !endedSteps) return false
    await logDeskAction(trx, viewer, { accountId: id, action: 'end-sessions', reason })
    const owner = await trx
      .selectFrom('accounts.account')
      .select(['email', 'mobile', 'locale'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await notifyOwner(trx, owner, 'sessionsEnded', { reason })
    return true
  })
}
