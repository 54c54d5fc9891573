import { dueAt } from '#src/calendar/reply.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { logInvoiceAction } from '../invoice-action.ts'
import type { InvoiceRequest } from '../invoice-form.ts'
import { sendAutomatically } from '../service/send.ts'
import { columnsOf, fieldsOf } from './details.ts'

/** Stores the invoice to request once an unpaid order is paid; replaces an earlier choice. */
export async function chooseInvoice(trx: Db, viewer: Viewer, orderId: string, details: InvoiceRequest) {
  const row = { ...columnsOf(details), asked_by: viewer.id, asked_at: now() }
  await trx
    .insertInto('orders.invoice_choice')
    .values({ order_id: orderId, ...row })
    .onConflict((oc) => oc.column('order_id').doUpdateSet(row))
    .execute()
}

export const dropChoice = (trx: Db, orderId: string) =>
  trx.deleteFrom('orders.invoice_choice').where('order_id', '=', orderId).executeTakeFirst()

/**
 * Requests the invoice chosen with an order, in the transaction in which the order is paid. Returns the id
 * of the invoice, or null if none was chosen.
 */
export async function requestChosenInvoice(
  trx: Db,
  order: { id: string; currency: Currency; total: Money; refunded: Money },
): Promise<string | null> {
  const choice = await trx
    .deleteFrom('orders.invoice_choice')
    .where('order_id', '=', order.id)
    .returningAll()
    .executeTakeFirst()
  if (!choice || order.currency !== 'CNY') return null
  const request = { orderId: order.id, askedBy: choice.asked_by, amount: order.total - order.refunded }
  return insertRequest(trx, request, fieldsOf(choice))
}

interface NewRequest {
  orderId: string
  askedBy: string
  amount: bigint
}

/** Inserts a request; returns null if another invoice of the order is requested or issued. */
export async function insertRequest(
  trx: Db,
  { orderId, askedBy, amount }: NewRequest,
  details: InvoiceRequest,
): Promise<string | null> {
  const id = newId()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('orders.invoice')
    .values({
      ...columnsOf(details),
      id,
      order_id: orderId,
      asked_by: askedBy,
      state: 'requested',
      amount,
      number: null,
      asked_at: now(),
      due_at: await dueAt(trx, 'general'),
    })
    .onConflict((oc) => oc.column('order_id').where('state', 'in', ['requested', 'issued']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return null
  await logInvoiceAction(trx, { id: askedBy }, { invoice_id: id, action: 'request', words: '' })
  await sendAutomatically(trx, id)
  return id
}
