import type { Selectable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { dueAt } from '#src/calendar/reply.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { findOrder, type Order, visibleOrders } from '../ordering/order.ts'
import { lockOrder } from '../payments/settle.ts'
import { type FileFormat, fileOf } from './files/invoice-file.ts'
import type { InvoiceRequest } from './invoice-form.ts'
import type { InvoiceActionTable, InvoiceTable } from './invoice-schema.ts'

export type Invoice = Selectable<InvoiceTable>

/** Invoices are issued in China only, for paid orders of which not everything was refunded. */
export const invoiceable = (order: Pick<Order, 'state' | 'currency' | 'total' | 'refunded'>) =>
  order.state === 'paid' && order.currency === 'CNY' && order.refunded < order.total

/** The amount of an invoice: the price of its order less the refunds until it was issued. */
export const invoicedAmount = (
  order: Pick<Order, 'total' | 'refunded'>,
  invoice: Pick<Invoice, 'amount'> | null,
) => (invoice ? (invoice.amount ?? order.total) : order.total - order.refunded)

/** An order that the viewer may see, with its last requested invoice. Throws NOT_FOUND. One query. */
export async function findOrderAndInvoice(db: Db, viewer: Viewer, orderId: string) {
  if (!isId(orderId)) return notFound()
  const found = await visibleOrders(db, viewer)
    .selectAll()
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('orders.invoice')
          .selectAll('orders.invoice')
          .select((one) => [
            one.cast<string | null>('orders.invoice.amount', 'text').as('amount'),
            jsonArrayFrom(
              one
                .selectFrom('orders.invoice_reversal as reversal')
                .select(['reversal.id', 'reversal.number'])
                .select((of) => of.cast<string>('reversal.amount', 'text').as('amount'))
                .whereRef('invoice_id', '=', 'orders.invoice.id')
                .orderBy('reversal.id'),
            ).as('reversals'),
          ])
          .whereRef('order_id', '=', 'orders.order.id')
          .orderBy('orders.invoice.id', 'desc')
          .limit(1),
      ).as('invoice'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!found) return notFound()
  const { invoice, ...order } = found
  if (!invoice) return { order, invoice }
  const { asked_at, due_at, issued_at, amount } = invoice
  const timeOf = (text: string | null) => (text ? new Date(text) : null)
  const times = { asked_at: new Date(asked_at), due_at: timeOf(due_at), issued_at: timeOf(issued_at) }
  return { order, invoice: { ...invoice, ...times, amount: amount === null ? null : BigInt(amount) } }
}

export type OrderAndInvoice = Awaited<ReturnType<typeof findOrderAndInvoice>>

/**
 * Requests the invoice of a paid order, unless one is requested or issued. Returns whether it did. Throws
 * ORDER_STATUS_WRONG for an order without invoice.
 */
export async function requestInvoice(
  db: Db,
  viewer: Viewer,
  orderId: string,
  { titleKind, taxNumber, bankAccount, ...fields }: InvoiceRequest,
): Promise<boolean> {
  const { id: found } = await findOrder(db, viewer, orderId)
  const id = newId()
  return db.transaction().execute(async (trx) => {
    // A refund at the same time changes the amount.
    const order = await lockOrder(trx, found)
    if (!invoiceable(order)) throw new AppError('ORDER_STATUS_WRONG')
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('orders.invoice')
      .values({
        ...fields,
        id,
        order_id: order.id,
        asked_by: viewer.id,
        title_kind: titleKind,
        tax_number: taxNumber,
        bank_account: bankAccount,
        state: 'requested',
        amount: order.total - order.refunded,
        number: null,
        asked_at: now(),
        due_at: await dueAt(trx, 'general'),
      })
      .onConflict((oc) => oc.column('order_id').where('state', 'in', ['requested', 'issued']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await logInvoiceAction(trx, viewer, { invoice_id: id, action: 'request', words: '' })
    return true
  })
}

export const logInvoiceAction = (
  trx: Db,
  { id }: Pick<Viewer, 'id'>,
  action: Omit<InvoiceActionTable, 'id' | 'account_id' | 'at'>,
) =>
  trx
    .insertInto('orders.invoice_action')
    .values({ id: newId(), account_id: id, at: now(), ...action })
    .execute()

/** A file of an order's valid invoice. Throws NOT_FOUND. */
export async function findInvoiceFile(db: Db, viewer: Viewer, orderId: string, format: FileFormat) {
  const { invoice } = await findOrderAndInvoice(db, viewer, orderId)
  if (invoice?.state !== 'issued' || !invoice.files.includes(format)) return notFound()
  return { number: invoice.number!, bytes: await getFile(db, fileOf(invoice.id, format)) }
}
