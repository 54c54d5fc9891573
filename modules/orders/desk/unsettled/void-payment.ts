import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { canVoid, findPayment } from './payment.ts'

/**
 * Voids an unsettled transfer that was confirmed by mistake: twice, or for the wrong payment. It no longer
 * counts anywhere, and the credit of a statement can be recorded again. Throws NOT_FOUND, and
 * ORDER_STATUS_WRONG for a payment through a payment service, and for one that is used or refunded.
 */
export async function voidPayment(db: Db, viewer: Viewer, id: string, reason: string) {
  await findPayment(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('orders.payment').select('id').where('id', '=', id).forUpdate().execute()
    const payment = await findPayment(trx, viewer, id)
    if (!canVoid(payment)) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.notVoidable')
    await trx.updateTable('orders.payment').set({ reversed_at: now() }).where('id', '=', id).execute()
    const { account_id, reference, currency, amount, number } = payment
    await logDeskAction(trx, viewer, {
      accountId: account_id,
      subject: account_id ? '' : reference,
      action: 'void-payment',
      reason,
      changes: [
        { what: 'order', before: number ?? '', after: '' },
        { what: 'amount', before: `${currency} ${decimal(amount)} ${reference}`, after: '' },
      ],
    })
  })
}
