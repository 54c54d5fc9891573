import '../events.ts'
import { sql } from 'kysely'
import { logDeskAction, requireAccountsDesk } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import { isId, newId } from '#src/core/ids.ts'
import { type Currency, decimal, type Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { type AdaptedInvoice, adaptInvoice, foreseeInvoice } from '../invoices/invoice-reversal.ts'
import { notifyOrderRefunded } from '../notifications/order-notifications.ts'
import { nextNumber } from '../ordering/numbering.ts'
import type { Order } from '../ordering/order.ts'
import { methodNamed } from '../payments/registry.ts'
import { lockOrder } from '../payments/settle.ts'
import type { MethodName } from '../schema.ts'
import { offerPort } from '../tailored/offer-port.ts'
import { type Purchase, readPurchase, restOf } from './purchase.ts'
import type { Payee, RevokedPurchases } from './refund-schema.ts'
import { requestRefundJob } from './request-refund.ts'
import { takeBack } from './taking-back.ts'

/** A refund of a settled order, as staff request it. It can be stored as JSON. */
export interface OrderRefund {
  orderId: string
  /** The amount, a text of minor units. */
  amount: string
  /** The reason, which the customer reads. */
  reason: string
  /** For a single purchase: the number of unused uses to revoke. */
  uses: number
  /** For a plan: whether it ends now. */
  endsPlan: boolean
  /** The recipient of a bank transfer; null if a payment service returns the money. */
  payee: Payee | null
  /** The idempotency key: equal keys refund once. */
  key: string
}

/** The effects of a refund. */
export interface RefundPlan {
  order: Order
  purchase: Purchase
  payment: { id: string; method: MethodName; refunded: Money }
  amount: Money
  currency: Currency
  /** Whether the whole price will be refunded. */
  isWhole: boolean
  /** Whether a payment service returns the money; otherwise it is transferred to the payee. */
  byGateway: boolean
  payee: Payee | null
  uses: number
  endsPlan: boolean
  invoice: AdaptedInvoice | null
}

const fieldError = (field: string, reason: MessageKey) => new AppError('INVALID_FIELD', { field }, reason)

const statusError = (reason: MessageKey) => new AppError('ORDER_STATUS_WRONG', {}, reason)

/**
 * Checks a refund and returns its effects, but does not make it. Throws NOT_FOUND, ORDER_STATUS_WRONG for an
 * order that is not paid, is refunded in full, or has no plan to end, INVALID_FIELD for an invalid field.
 */
export async function checkRefund(db: Db, viewer: Viewer, refund: OrderRefund): Promise<RefundPlan> {
  requireAccountsDesk(viewer)
  const order = await orderToRefund(db, refund.orderId)
  const payment = await settlingPayment(db, order)
  const purchase = await readPurchase(db, order)
  const amount = BigInt(refund.amount)
  const refundableAmount = restOf(order)
  if (amount <= 0n) throw fieldError('amount', 'desk.problem.amount')
  if (amount > refundableAmount) throw fieldError('amount', 'desk.problem.refundAboveRest')
  const isWhole = amount === refundableAmount
  if (refund.uses > purchase.unused) throw fieldError('uses', 'desk.problem.usedSince')
  if (isWhole && refund.uses < purchase.unused) throw fieldError('uses', 'desk.problem.wholeTakesAll')
  if (isWhole && purchase.canEnd && !refund.endsPlan) throw fieldError('plan', 'desk.problem.wholeTakesAll')
  if (refund.endsPlan && !purchase.canEnd) throw statusError('desk.problem.planGoesOn')
  const byGateway = Boolean(methodNamed(payment.method)?.refund)
  if (!byGateway && !refund.payee) throw fieldError('holder', 'common.problem.required')
  const { uses, endsPlan, payee } = refund
  const invoice = await foreseeInvoice(db, order, amount)
  const effects = { uses, endsPlan, payee: byGateway ? null : payee }
  return {
    order,
    purchase,
    payment,
    amount,
    currency: order.currency,
    isWhole,
    byGateway,
    invoice,
    ...effects,
  }
}

async function orderToRefund(db: Db, id: string): Promise<Order> {
  if (!isId(id)) return notFound()
  const order = await db.selectFrom('orders.order').selectAll().where('id', '=', id).executeTakeFirst()
  if (!order) return notFound()
  if (order.state !== 'paid') throw statusError('desk.problem.notPaid')
  if (!restOf(order)) throw statusError('desk.problem.refundedWhole')
  return order
}

const settlingPayment = (db: Db, { id }: Order) =>
  db
    .selectFrom('orders.payment')
    .select(['id', 'method', 'refunded'])
    .where('order_id', '=', id)
    .where('problem', 'is', null)
    .where('reversed_at', 'is', null)
    // Of several joined payments, the first represents all.
    .where((eb) => eb.or([eb('joined_id', 'is', null), eb('joined_id', '=', eb.ref('id'))]))
    .executeTakeFirstOrThrow()

/**
 * Refunds a settled order in the caller's transaction: revokes purchases, adapts the invoice, records the
 * refund with the number of its credit note, and enqueues a job that requests it from the gateway. Equal
 * keys refund once. Returns its id. Throws the errors of `checkRefund`.
 */
export async function applyRefund(trx: Db, viewer: StaffViewer, refund: OrderRefund): Promise<string> {
  requireAccountsDesk(viewer)
  await requireOrder(trx, refund.orderId)
  await lockOrder(trx, refund.orderId)
  const earlierRefund = await refundWith(trx, refund.key)
  if (earlierRefund) return earlierRefund.id
  // Locks the payment, as a refund of its excess does.
  await sql`select from orders.payment where order_id = ${refund.orderId} for update`.execute(trx)
  const plan = await checkRefund(trx, viewer, refund)
  const { order, payment, amount, purchase } = plan
  const { taken, record } = await takeBack(trx, order, purchase, { ...plan, staffId: viewer.id })
  const refundId = newId()
  await trx
    .insertInto('orders.refund')
    .values({
      id: refundId,
      payment_id: payment.id,
      key: refund.key,
      amount,
      reason: refund.reason,
      reference: null,
      staff_id: viewer.id,
      created_at: now(),
      done_at: null,
      number: await nextNumber(trx, 'CN'),
      taken: JSON.stringify(taken),
      payee: plan.payee && JSON.stringify(plan.payee),
    })
    .execute()
  await addToRefunded(trx, plan)
  if (taken.plan) await endValidity(trx, order, taken.plan.returnsTo ? now() : new Date(taken.plan.until))
  if (order.request_id && plan.isWhole)
    await offerPort().refunded(trx, order, { id: viewer.id, reason: refund.reason })
  if (taken.plan || taken.uses.length) await record(refundId)
  await adaptInvoice(trx, viewer, { order, refundId, amount })
  await logRefund(trx, viewer, plan, { taken, reason: refund.reason })
  await notifyOrderRefunded(trx, refundId)
  if (plan.byGateway) await requestRefundJob.enqueue(trx, { refundId })
  fault('refund: inside the transaction')
  return refundId
}

async function requireOrder(trx: Db, id: string) {
  const order = trx.selectFrom('orders.order').select('id').where('id', '=', id)
  if (!isId(id) || !(await order.executeTakeFirst())) notFound()
}

const refundWith = (trx: Db, key: string) =>
  trx.selectFrom('orders.refund').select('id').where('key', '=', key).executeTakeFirst()

async function addToRefunded(trx: Db, { order, payment, amount }: RefundPlan) {
  await trx
    .updateTable('orders.payment')
    .set({ refunded: payment.refunded + amount })
    .where('id', '=', payment.id)
    .execute()
  await trx
    .updateTable('orders.order')
    .set({ refunded: order.refunded + amount })
    .where('id', '=', order.id)
    .execute()
}

/** Ends the validity of an order's purchase together with its plan. */
const endValidity = (trx: Db, { id, valid_from }: Order, until: Date) =>
  trx
    .updateTable('orders.order')
    .set({ valid_to: valid_from && valid_from > until ? valid_from : until })
    .where('id', '=', id)
    .execute()

const usesText = (uses: RevokedPurchases['uses']) =>
  uses.map(({ kind, quantity }) => `${kind} × ${quantity}`).join(', ')

function planChanges(plan: RevokedPurchases['plan']) {
  if (!plan) return []
  const day = (time: string) => shanghaiDay(new Date(time))
  return [
    ...(plan.returnsTo ? [{ what: 'plan' as const, before: plan.package, after: plan.returnsTo }] : []),
    { what: 'planEnds' as const, before: day(plan.before), after: day(plan.until) },
  ]
}

async function logRefund(
  trx: Db,
  viewer: Viewer,
  { order, currency, amount }: RefundPlan,
  { taken, reason }: { taken: RevokedPurchases; reason: string },
) {
  const changes = [
    { what: 'order' as const, before: '', after: order.number },
    { what: 'amount' as const, before: '', after: `${currency} ${decimal(amount)}` },
    ...planChanges(taken.plan),
    ...(taken.uses.length ? [{ what: 'takenBack' as const, before: '', after: usesText(taken.uses) }] : []),
  ]
  const accountId = order.account_id
  await logDeskAction(trx, viewer, { accountId, action: 'refund-order', reason, changes })
}
