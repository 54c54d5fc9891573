import type { Selectable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { findOrder, type Order, timeLeft, visibleOrders } from '../ordering/order.ts'
import { lockOrder } from '../payments/settle.ts'
import { insertRequest } from './details/choice.ts'
import { type FileFormat, fileOf, redLetterFileOf } from './files/invoice-file.ts'
import type { InvoiceRequest } from './invoice-form.ts'
import type { InvoiceTable } from './invoice-schema.ts'

export type Invoice = Selectable<InvoiceTable>

/**
 * Whether an order can have an invoice: invoices are issued in China only, for paid orders that are not
 * fully refunded.
 */
export const invoiceable = (order: Pick<Order, 'state' | 'currency' | 'total' | 'refunded'>) =>
  order.state === 'paid' && order.currency === 'CNY' && order.refunded < order.total

/** Whether the buyer of an order can still choose an invoice, to be requested when it is paid. */
export const mayChoose = (order: Pick<Order, 'state' | 'currency' | 'pay_until'>) =>
  order.currency === 'CNY' && timeLeft(order) > 0

export const isOpen = (invoice: Pick<Invoice, 'state'> | null) =>
  invoice?.state === 'requested' || invoice?.state === 'issued'

/** The amount of an invoice: the price of its order minus the refunds until it was issued. */
export const invoicedAmount = (
  order: Pick<Order, 'total' | 'refunded'>,
  invoice: Pick<Invoice, 'amount'> | null,
) => (invoice ? (invoice.amount ?? order.total) : order.total - order.refunded)

/**
 * An order that the viewer may see, with its last invoice, all red-letter invoices, the chosen invoice, and
 * the team's stored title. Throws NOT_FOUND. Makes one query.
 */
export async function findOrderAndInvoice(db: Db, viewer: Viewer, orderId: string) {
  if (!isId(orderId)) return notFound()
  const row = await visibleOrders(db, viewer)
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
                .select(['reversal.id', 'reversal.number', 'reversal.files'])
                .select((eb) => eb.cast<string>('reversal.amount', 'text').as('amount'))
                .whereRef('invoice_id', '=', 'orders.invoice.id')
                .orderBy('reversal.id'),
            ).as('reversals'),
          ])
          .whereRef('order_id', '=', 'orders.order.id')
          .orderBy('orders.invoice.id', 'desc')
          .limit(1),
      ).as('invoice'),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('orders.invoice_choice as chosen')
          .selectAll('chosen')
          .whereRef('chosen.order_id', '=', 'orders.order.id'),
      ).as('choice'),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('orders.invoice_title as kept')
          .selectAll('kept')
          .where('kept.team_id', '=', viewer.teamId),
      ).as('kept'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('orders.invoice_reversal as reversal')
          .innerJoin('orders.invoice as reversed', 'reversed.id', 'reversal.invoice_id')
          .select(['reversal.id', 'reversal.number', 'reversal.files', 'reversed.id as invoiceId'])
          .select('reversed.number as invoiceNumber')
          .select((eb) => eb.cast<string>('reversal.amount', 'text').as('amount'))
          .whereRef('reversed.order_id', '=', 'orders.order.id')
          .where('reversal.number', 'is not', null)
          .orderBy('reversal.id'),
      ).as('redLetters'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!row) return notFound()
  const { invoice, choice, kept, redLetters, ...order } = row
  return { order, choice, kept, redLetters, invoice: invoice && withValues(invoice) }
}

interface StoredValues {
  asked_at: string
  due_at: string | null
  issued_at: string | null
  sent_at: string | null
  amount: string | null
}

/** Converts the texts of JSON, which has neither times nor bigints. */
function withValues<T extends StoredValues>(invoice: T) {
  const { asked_at, due_at, issued_at, sent_at, amount } = invoice
  const timeOf = (text: string | null) => (text ? new Date(text) : null)
  const times = {
    asked_at: new Date(asked_at),
    due_at: timeOf(due_at),
    issued_at: timeOf(issued_at),
    sent_at: timeOf(sent_at),
  }
  return { ...invoice, ...times, amount: amount === null ? null : BigInt(amount) }
}

export type OrderAndInvoice = Awaited<ReturnType<typeof findOrderAndInvoice>>

/**
 * Requests the invoice of a paid order, unless one is requested or issued. Returns whether it requested one.
 * Throws ORDER_STATUS_WRONG for an order without invoice.
 */
export async function requestInvoice(
  db: Db,
  viewer: Viewer,
  orderId: string,
  details: InvoiceRequest,
): Promise<boolean> {
  const { id } = await findOrder(db, viewer, orderId)
  return db.transaction().execute(async (trx) => {
    // The order is locked, because a concurrent refund changes the amount.
    const order = await lockOrder(trx, id)
    if (!invoiceable(order)) throw new AppError('ORDER_STATUS_WRONG')
    const request = { orderId: id, askedBy: viewer.id, amount: order.total - order.refunded }
    return (await insertRequest(trx, request, details)) !== null
  })
}

/** A file of an order's valid invoice. Throws NOT_FOUND. */
export async function findInvoiceFile(db: Db, viewer: Viewer, orderId: string, format: FileFormat) {
  const { invoice } = await findOrderAndInvoice(db, viewer, orderId)
  if (invoice?.state !== 'issued' || !invoice.files.includes(format)) return notFound()
  return { number: invoice.number!, bytes: await getFile(db, fileOf(invoice.id, format)) }
}

/** A file of a red-letter invoice of an order. Throws NOT_FOUND. */
export async function findRedLetterFile(
  db: Db,
  viewer: Viewer,
  orderId: string,
  { id, format }: { id: string; format: FileFormat },
) {
  const { redLetters } = await findOrderAndInvoice(db, viewer, orderId)
  const redLetter = redLetters.find((one) => one.id === id)
  if (!redLetter?.files.includes(format)) return notFound()
  return {
    number: redLetter.number!,
    bytes: await getFile(db, redLetterFileOf(redLetter.invoiceId, id, format)),
  }
}
