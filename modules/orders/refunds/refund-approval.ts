import { needsApproval, onApproval, requestApproval } from '#src/auth/approval.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { startOfDay } from '#src/core/day.ts'
import { type Currency, decimal, type Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ApprovalFact } from '#src/db/platform-schema.ts'
import { approvedOutput, readApproved } from '../desk/forms.ts'
import { findOrderForDesk } from '../desk/orders/desk-order.ts'
import { findPayment } from '../desk/unsettled/payment.ts'
import { methodNamed } from '../payments/registry.ts'
import { PaymentRefundForm, readRefund } from './refund-form.ts'
import { applyRefund, checkRefund, type OrderRefund, type RefundPlan } from './refund-order.ts'
import { type RefundRequest, recordPaymentRefund, requirePaymentRefund } from './refund-payment.ts'
import { requestRefund } from './request-refund.ts'

/** A dollar counts as this many yuan, for the limit only. */
const YUAN_PER_DOLLAR = 7n

const fenOf = ({ currency, amount }: { currency: Currency; amount: Money }) =>
  currency === 'USD' ? amount * YUAN_PER_DOLLAR : amount

/**
 * Whether a colleague has to approve a refund: the refunds of a member of staff in a day are added up, so
 * that splitting a refund does not avoid the limit.
 */
export async function refundNeedsApproval(
  db: Db,
  viewer: Viewer,
  refund: { currency: Currency; amount: Money },
) {
  const today = await db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'refund.payment_id')
    .select(['refund.amount', 'payment.currency'])
    .where('refund.staff_id', '=', viewer.id)
    .where('refund.created_at', '>=', startOfDay(shanghaiDay()))
    .execute()
  return needsApproval([...today, refund].reduce((sum, one) => sum + fenOf(one), 0n))
}

interface SubmittedRefund<T> {
  refund: T
  /** The submitted form. */
  form: Record<string, string>
}

/**
 * Stores a refund of a settled order for approval and returns the path of its page; null if no approval is
 * needed. Throws the errors of `checkRefund`.
 */
export async function requestOrderRefund(
  db: Db,
  viewer: Viewer,
  { refund, form }: SubmittedRefund<OrderRefund>,
): Promise<string | null> {
  const { currency } = await findOrderForDesk(db, viewer, refund.orderId)
  const amount = BigInt(refund.amount)
  if (!(await refundNeedsApproval(db, viewer, { currency, amount }))) return null
  const plan = await checkRefund(db, viewer, refund)
  const { order } = plan
  return requestApproval(db, viewer, {
    kind: 'refund',
    subjectId: `order ${order.id}`,
    accountId: order.account_id,
    path: `/desk/orders/${order.id}/refund`,
    form,
    facts: [
      { what: 'order', before: order.number, after: order.number },
      { what: 'amount', before: '', after: `${currency} ${decimal(amount)}` },
      ...effectFacts(plan),
    ],
    reason: refund.reason,
  })
}

/** The recipient of the money, and the purchases to revoke. */
function effectFacts({ order, purchase, payee, uses, endsPlan }: RefundPlan): ApprovalFact[] {
  const facts: ApprovalFact[] = []
  if (payee) {
    const { holder, number, bank } = payee
    facts.push({ what: 'payee', before: '', after: [holder, number, bank].join(', ') })
  }
  if (uses) facts.push({ what: 'takenBack', before: '', after: `${order.package} × ${uses}` })
  if (endsPlan && purchase.returnsTo)
    facts.push({ what: 'plan', before: order.package, after: purchase.returnsTo })
  if (endsPlan)
    facts.push({
      what: 'planEnds',
      before: shanghaiDay(purchase.terms.at(-1)!.to_at),
      after: shanghaiDay(purchase.endsAt),
    })
  return facts
}

/**
 * Stores a refund of money that settled no order, like `requestOrderRefund`. Throws NOT_FOUND,
 * INVALID_FIELD.
 */
export async function requestPaymentRefund(
  db: Db,
  viewer: Viewer,
  id: string,
  { refund, form }: SubmittedRefund<RefundRequest>,
): Promise<string | null> {
  const payment = await findPayment(db, viewer, id)
  const { amount } = refund
  if (!(await refundNeedsApproval(db, viewer, { currency: payment.currency, amount }))) return null
  requirePaymentRefund(payment, refund)
  const number = payment.number ?? payment.reference
  return requestApproval(db, viewer, {
    kind: 'refund',
    subjectId: `payment ${id}`,
    accountId: payment.account_id,
    path: `/desk/payments/${id}`,
    form,
    facts: [
      { what: 'order', before: number, after: number },
      { what: 'amount', before: '', after: `${payment.currency} ${decimal(amount)}` },
      ...(refund.reference ? [{ what: 'refund', before: '', after: refund.reference }] : []),
    ],
    reason: refund.reason,
  })
}

onApproval('refund', {
  permission: 'desk.finance',
  apply: async (trx, viewer, { subjectId, form }) => {
    const [kind, id] = subjectId.split(' ') as ['order' | 'payment', string]
    const refundId =
      kind === 'order'
        ? await refundOrder(trx, viewer, id, form)
        : await recordPaymentRefund(trx, viewer, id, readApproved(PaymentRefundForm, form))
    return refundId ? (db) => requestRefund(db, refundId) : null
  },
})

/** Makes an approved refund; returns its id to request it from the gateway, or null for a bank transfer. */
async function refundOrder(trx: Db, viewer: Viewer, id: string, form: Record<string, string>) {
  const { method } = await trx
    .selectFrom('orders.order')
    .select('method')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const byTransfer = !methodNamed(method)?.refund
  const refundId = await applyRefund(trx, viewer, approvedOutput(readRefund(form, id, byTransfer)))
  return byTransfer ? null : refundId
}
