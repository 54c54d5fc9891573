import { endAllSessions } from '#src/auth/session.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { removeAllFactors } from '../factors/factor.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { findAccountForDesk, requireModeration } from './desk-accounts.ts'
import { logDeskAction } from './desk-log.ts'

/**
 * Removes every second factor of an account whose owner has lost them and has been identified; ends its
 * sessions and notifies the owner by mail. Throws ACCESS_DENIED for the viewer's own account. Does nothing
 * and returns false for an account without second factors.
 */
export async function resetFactors(db: Db, viewer: Viewer, id: string, reason: string): Promise<boolean> {
  const { role } = await findAccountForDesk(db, viewer, id)
  requireModeration(viewer, role)
  if (id === viewer.id) throw new AppError('ACCESS_DENIED')
  return db.transaction().execute(async (trx) => {
    if (!(await removeAllFactors(trx, id))) return false
    await endAllSessions(trx, id)
    await logDeskAction(trx, viewer, { accountId: id, action: 'reset-factors', reason })
    const { email, locale } = await trx
      .selectFrom('accounts.account')
      .select(['email', 'locale'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (email) await sendNoticeLater(trx, { to: email, locale, about: 'factorsReset' })
    return true
  })
}
