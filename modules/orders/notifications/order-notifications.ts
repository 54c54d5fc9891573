import '../events.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { emit, type ModuleEvents } from '#src/jobs/module-events.ts'
import { type Order, timeLeft } from '../ordering/order.ts'
import { methodNamed } from '../payments/registry.ts'
import { peopleToMail } from './folding.ts'
import {
  sendEndedLater,
  sendPaidLater,
  sendPlacedLater,
  sendRefundedLater,
  sendReversedLater,
  sendSlipRefusedLater,
  sendUnsettledLater,
} from './order-mails.ts'
import { mailEach, peopleConcerned } from './people.ts'
import { sendOrderRefundedLater } from './refund-mails.ts'

const orderWith = (db: Db, id: string): Promise<Order> =>
  db.selectFrom('orders.order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

type OrderNotificationKind = ModuleEvents['order-news']['kind']
type SendMail = (to: { to: string; locale: Locale }) => Promise<unknown>

/** Notifies by message and always by mail, because orders concern money. */
async function notify(trx: Db, order: Order, kind: OrderNotificationKind, send: SendMail, page = '') {
  const accountIds = await peopleConcerned(trx, order)
  await mailEach(trx, accountIds, send)
  await message(trx, order, accountIds, kind, page)
}

async function message(
  trx: Db,
  order: Order,
  accountIds: string[],
  kind: OrderNotificationKind,
  page: string,
) {
  const facts = { number: order.number, goods: order.package }
  await emit(trx, 'order-news', { accountIds, kind, facts, path: `/mgmt/orders/${order.id}${page}` })
}

/**
 * Explains how to transfer the money; does nothing for other methods, which are paid immediately. Of many
 * orders only the first in an hour is mailed.
 */
export async function notifyPlaced(trx: Db, { orderId }: ModuleEvents['order-placed']) {
  const order = await orderWith(trx, orderId)
  if (order.method !== 'bank') return
  const instructions = await methodNamed(order.method)?.begin(trx, order)
  if (!instructions || !('details' in instructions)) return
  const { details } = instructions
  const send: SendMail = (to) =>
    sendPlacedLater(trx, to, { locale: to.locale, order, details, until: order.pay_until })
  const accountIds = await peopleConcerned(trx, order)
  await mailEach(trx, await peopleToMail(trx, order, accountIds), send)
  await message(trx, order, accountIds, 'orderPlaced', '/payment')
}

/** Confirms the purchase, with the end of its validity. */
export async function notifyPaid(trx: Db, { orderId }: ModuleEvents['order-paid']) {
  const order = await orderWith(trx, orderId)
  const { valid_from: from, valid_to: to } = order
  const invoice = trx.selectFrom('orders.invoice').select('id').where('order_id', '=', orderId)
  const invoiced = (await invoice.executeTakeFirst()) !== undefined
  const renewed = order.mandate_id !== null
  const send: SendMail = (reader) =>
    sendPaidLater(trx, reader, { locale: reader.locale, order, from: from!, to, invoiced, renewed })
  await notify(trx, order, 'orderPaid', send)
}

const KIND_BY_STATE = { closed: 'orderClosed', expired: 'orderExpired' } as const

/**
 * Notifies that an order has ended, except an order of an automatic renewal, which has separate
 * notifications.
 */
export async function notifyEnded(trx: Db, { orderId, state }: ModuleEvents['order-ended']) {
  const order = await orderWith(trx, orderId)
  if (order.mandate_id) return
  const byTransfer = order.method === 'bank'
  await notify(trx, order, KIND_BY_STATE[state], (to) =>
    sendEndedLater[state](trx, to, { locale: to.locale, order, byTransfer }),
  )
}

/**
 * Notifies that a purchase was revoked because its transfer was confirmed by mistake, and whether and how it
 * can still be paid.
 */
export async function notifyReversed(trx: Db, { orderId }: ModuleEvents['order-reversed']) {
  const order = await orderWith(trx, orderId)
  const instructions =
    order.state === 'pending' ? await methodNamed(order.method)?.begin(trx, order) : undefined
  const details = instructions && 'details' in instructions ? instructions.details : null
  const send: SendMail = (to) =>
    sendReversedLater(trx, to, { locale: to.locale, order, details, until: order.pay_until })
  await notify(trx, order, 'orderReversed', send, details ? '/payment' : '')
}

/** Notifies that a proof of transfer was refused: the reason, and until when another can be uploaded. */
export const notifySlipRefused = (trx: Db, order: Order, reason: string) =>
  notify(
    trx,
    order,
    'slipRefused',
    (to) => sendSlipRefusedLater(trx, to, { locale: to.locale, order, reason, until: order.pay_until }),
    '/payment',
  )

/** Notifies the payer that a payment which does not fit its order has arrived, and that we handle it. */
export async function notifyUnsettled(trx: Db, { orderId, problem }: ModuleEvents['payment-unsettled']) {
  if (!orderId) return
  const order = await orderWith(trx, orderId)
  await notify(trx, order, 'paymentUnsettled', (to) =>
    sendUnsettledLater(trx, to, { locale: to.locale, order, problem }),
  )
}

/**
 * Notifies the payer of the refunded amount and its reference; the payer of money without an order is
 * unknown.
 */
export async function notifyRefunded(trx: Db, { refundId }: ModuleEvents['payment-refunded']) {
  const { order_id, amount, currency, reference } = await trx
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .select(['order_id', 'refund.amount', 'currency', 'refund.reference'])
    .where('refund.id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (!order_id) return
  const order = await orderWith(trx, order_id)
  const deadline = timeLeft(order) ? order.pay_until : null
  const facts = { order, amount, currency, reference: reference ?? '', until: deadline }
  await notify(trx, order, 'paymentRefunded', (to) =>
    sendRefundedLater(trx, to, { locale: to.locale, ...facts }),
  )
}

/** Notifies the buyer that an order is refunded, of the revoked purchases, and how the money is returned. */
export async function notifyOrderRefunded(trx: Db, refundId: string) {
  const refund = await trx
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .leftJoin('orders.invoice_reversal as reversal', 'reversal.refund_id', 'refund.id')
    .select(['order_id', 'refund.amount', 'refund.number', 'reason', 'taken', 'payee'])
    .select('reversal.id as reversalId')
    .where('refund.id', '=', refundId)
    .executeTakeFirstOrThrow()
  const order = await orderWith(trx, refund.order_id!)
  const { amount, number: note, reason, taken, payee, reversalId } = refund
  const facts = { order, amount, note: note!, reason, taken: taken!, payee, toReverse: reversalId !== null }
  await notify(trx, order, 'orderRefunded', (to) =>
    sendOrderRefundedLater(trx, to, { locale: to.locale, ...facts }),
  )
}
