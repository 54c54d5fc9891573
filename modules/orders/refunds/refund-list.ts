import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { requireAccountsDesk, staffNames } from '#modules/accounts/index.ts'
import { notFound } from '#src/core/errors.ts'
import type { Translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { visibleOrders } from '../ordering/order.ts'
import { revokedWords } from './taken-words.ts'

const refundsOfOrder = (db: Db, orderId: string) =>
  db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .where('payment.order_id', '=', orderId)
    .where('refund.number', 'is not', null)
    .orderBy('refund.id', 'desc')

/**
 * The refunds of an order's price, newest first, and the bank account of its last invoice. Times are texts,
 * amounts texts of minor units. Makes one query.
 */
export async function findRefunds(db: Db, viewer: Viewer, orderId: string) {
  requireAccountsDesk(viewer)
  const refunds = refundsOfOrder(db, orderId)
    .innerJoin(staffNames(db).as('staff'), 'staff.id', 'refund.staff_id')
    .select(['refund.id', 'refund.number', 'reason', 'refund.reference', 'refund.created_at', 'done_at'])
    .select(['refused', 'by_hand', 'taken', 'payee', 'staff.name', 'payment.currency'])
    .select((eb) => eb.cast<string>('refund.amount', 'text').as('amount'))
  const invoice = db
    .selectFrom('orders.invoice')
    .select(['title', 'bank', 'bank_account'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
  return db
    .selectNoFrom([jsonArrayFrom(refunds).as('refunds'), jsonObjectFrom(invoice).as('invoice')])
    .executeTakeFirstOrThrow()
}

export type DeskRefund = Awaited<ReturnType<typeof findRefunds>>['refunds'][number]

/**
 * A refund for its credit note: of an order that the viewer may see, at the desk of any order. Throws
 * NOT_FOUND. Makes one query.
 */
export async function findCreditNote(
  db: Db,
  viewer: Viewer,
  { order, refund }: { order: string; refund: string },
  { atDesk = false } = {},
) {
  if (atDesk) requireAccountsDesk(viewer)
  if (!isId(order) || !isId(refund)) return notFound()
  const orderIds = visibleOrders(db, viewer).select('id').where('id', '=', order)
  const refunds = await refundsOfOrder(db, order)
    .innerJoin('orders.order as order', 'order.id', 'payment.order_id')
    .select(['order.number as orderNumber', 'order.package', 'order.period', 'order.quantity', 'order.kind'])
    .select(['order.buyer_name', 'order.total', 'order.currency', 'order.paid_at', 'order.method'])
    .select(['refund.amount', 'refund.number', 'reason', 'refund.created_at', 'taken', 'payee'])
    .select('order.account_id')
    .where('refund.id', '=', refund)
    .$if(!atDesk, (query) => query.where('payment.order_id', 'in', orderIds))
    .executeTakeFirst()
  if (!refunds) return notFound()
  const { taken, ...note } = refunds
  return { ...note, number: refunds.number!, takenBack: (t: Translate) => revokedWords(t, taken) }
}
