import { logDeskAction } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findStatement } from './statement.ts'

/**
 * Deletes an upload and logs it in the staff log. Throws NOT_FOUND, ORDER_STATUS_WRONG once one of its
 * credits was recorded.
 */
export async function discardStatement(db: Db, viewer: Viewer, id: string) {
  const statement = await findStatement(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const deletedRow = await trx
      .deleteFrom('orders.statement')
      .where('id', '=', id)
      .where('staff_id', 'is not', null)
      .where('recorded_at', 'is', null)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (!deletedRow.numDeletedRows)
      throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.statements.problem.recorded')
    await logDeskAction(trx, viewer, {
      accountId: null,
      subject: statement.file_name ?? '–',
      path: '/desk/statements',
      action: 'discard-statement',
      reason: '–',
    })
  })
}
