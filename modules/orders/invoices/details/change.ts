import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findOrder, timeLeft } from '../../ordering/order.ts'
import { lockOrder } from '../../payments/settle.ts'
import { logInvoiceAction } from '../invoice-action.ts'
import type { InvoiceRequest } from '../invoice-form.ts'
import { chooseInvoice, dropChoice } from './choice.ts'
import { columnsOf } from './details.ts'

/**
 * Changes the details of an order's invoice: the choice of an unpaid order, or the request of a paid one
 * until it is issued. Throws ORDER_STATUS_WRONG for an order without an invoice, INVOICE_STATUS_WRONG once
 * it is issued or being issued.
 */
export async function changeInvoice(db: Db, viewer: Viewer, orderId: string, details: InvoiceRequest) {
  const { id } = await findOrder(db, viewer, orderId)
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (order.state === 'paid') return changeRequest(trx, viewer, id, details)
    if (!timeLeft(order) || order.currency !== 'CNY') throw new AppError('ORDER_STATUS_WRONG')
    await chooseInvoice(trx, viewer, id, details)
  })
}

async function changeRequest(trx: Db, viewer: Viewer, orderId: string, details: InvoiceRequest) {
  const updated = await trx
    .updateTable('orders.invoice')
    .set(columnsOf(details))
    .where('order_id', '=', orderId)
    .where('state', '=', 'requested')
    .where((eb) => eb.or([eb('sent_at', 'is', null), eb('failure', 'is not', null)]))
    .returning('id')
    .executeTakeFirst()
  if (!updated) throw new AppError('INVOICE_STATUS_WRONG')
  await logInvoiceAction(trx, viewer, { invoice_id: updated.id, action: 'change', words: details.title })
}

/** Withdraws the choice of an invoice for an unpaid order. Throws ORDER_STATUS_WRONG once it is paid. */
export async function withdrawChoice(db: Db, viewer: Viewer, orderId: string) {
  const { id } = await findOrder(db, viewer, orderId)
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (order.state === 'paid') throw new AppError('ORDER_STATUS_WRONG')
    await dropChoice(trx, id)
  })
}
