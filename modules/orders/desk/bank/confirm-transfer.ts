import { sql } from 'kysely'
import * as v from 'valibot'
import { logDeskAction } from '#modules/accounts/index.ts'
import { DAY, now, shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { decimal, readDecimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Order } from '../../ordering/order.ts'
import { lockOrder, settleIn } from '../../payments/settle.ts'
import type { PaymentProblem } from '../../schema.ts'
import { dayStart, isDay } from '../day.ts'
import { findOrderForDesk } from '../orders/desk-order.ts'

const text = v.pipe(v.optional(v.string(), ''), v.trim(), v.nonEmpty('common.problem.required'))

export const AmountField = v.pipe(
  text,
  v.check((words) => (readDecimal(words) ?? 0n) > 0n, 'desk.problem.amount'),
  v.transform((words) => readDecimal(words)!),
)

export const BankReference = v.pipe(text, v.maxLength(100, 'common.problem.tooLong'))

export const TransferForm = v.object({
  amount: AmountField,
  reference: BankReference,
  day: v.pipe(
    text,
    v.check(isDay, 'common.problem.format'),
    v.check((day) => !isDay(day) || day >= '2000-01-01', 'common.problem.format'),
    v.check((day) => !isDay(day) || day <= shanghaiDay(), 'desk.problem.dayAhead'),
    v.transform(dayStart),
  ),
  /** Ticked when the member of staff confirms that the amount differs. */
  differs: v.optional(v.string(), ''),
  /** Ticked to confirm another transfer for an order that is paid already. */
  again: v.optional(v.string(), ''),
})

/**
 * Whether a day is so long before the order that it is probably a typing error, which would enter the money
 * in another month. A payment some days before the order is plausible.
 */
export const isLongBefore = (day: Date, { created_at }: { created_at: Date }) =>
  day.getTime() < created_at.getTime() - 31 * DAY

export interface Transfer {
  amount: bigint
  /** The bank's reference of the transfer. */
  reference: string
  at: Date
}

/**
 * Records a transfer that a member of staff has seen on our account; the same transfer of the same order
 * counts once. Returns the problem that prevents it from paying the order, or null. Throws NOT_FOUND,
 * ORDER_STATUS_WRONG for an order with another payment method, INVALID_FIELD if another order or a refund
 * has this reference or, unless `again` is set, if the order is paid already.
 */
export async function confirmTransfer(
  db: Db,
  viewer: Viewer,
  orderId: string,
  { amount, reference, at }: Transfer,
  { again = true } = {},
): Promise<PaymentProblem | null> {
  const order = await findOrderForDesk(db, viewer, orderId)
  if (order.method !== 'bank') throw new AppError('ORDER_STATUS_WRONG')
  return db.transaction().execute(async (trx) => {
    const existingTransfer = await lockReference(trx, reference)
    if (existingTransfer) {
      if (existingTransfer.order_id === orderId && existingTransfer.amount === amount)
        return existingTransfer.problem
      throw new AppError('INVALID_FIELD', { field: 'reference' }, 'desk.problem.referenceTaken')
    }
    await refuseRefundReference(trx, reference)
    // Read under the lock, because a colleague may confirm the order at the same time.
    if (!again && (await lockOrder(trx, orderId)).state === 'paid') throw paidAlreadyError()
    return recordTransfer(trx, viewer, order, { amount, reference, at })
  })
}

const PAID_ALREADY = 'desk.problem.paidAlready'
const paidAlreadyError = () => new AppError('INVALID_FIELD', { field: 'reference' }, PAID_ALREADY)

export const isPaidAlready = (error: unknown) => error instanceof AppError && error.words === PAID_ALREADY

/**
 * A reference of a refund is that of a transfer from our account, so it cannot be that of a transfer to it.
 */
async function refuseRefundReference(trx: Db, reference: string) {
  const refund = trx.selectFrom('orders.refund').select('id').where('reference', '=', reference)
  if (await refund.executeTakeFirst())
    throw new AppError('INVALID_FIELD', { field: 'reference' }, 'desk.problem.refundedBy')
}

/** Records a transfer, or a part of one, with its entry in the staff log. */
export async function recordTransfer(
  trx: Db,
  viewer: Viewer,
  order: Pick<Order, 'id' | 'number' | 'account_id'>,
  { amount, reference, at, transfer }: Transfer & { transfer?: string },
): Promise<PaymentProblem | null> {
  const confirmedBy = viewer.name
  const payment = { method: 'bank', reference, transfer, currency: 'CNY', amount, at, confirmedBy } as const
  const problem = await settleIn(trx, order.id, payment)
  const changes = [
    { what: 'order' as const, before: '', after: order.number },
    { what: 'amount' as const, before: '', after: `CNY ${decimal(amount)}` },
  ]
  const entry = { accountId: order.account_id, action: 'confirm-transfer' as const, reason: reference }
  await logDeskAction(trx, viewer, { ...entry, changes })
  return problem
}

/**
 * Serialises confirmations of the same transfer, even for different orders; returns the recorded payment or
 * part of it.
 */
export async function lockReference(trx: Db, reference: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transfer ${reference}`}, 0))`.execute(trx)
  return trx
    .selectFrom('orders.payment')
    .select(['order_id', 'amount', 'problem'])
    .where('method', '=', 'bank')
    .where((eb) => eb.or([eb('reference', '=', reference), eb('transfer', '=', reference)]))
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
}

/** The initial values of the form: today and the total price. */
export const expectedTransfer = ({ total }: { total: bigint }) => ({
  amount: decimal(total),
  day: shanghaiDay(now()),
})
