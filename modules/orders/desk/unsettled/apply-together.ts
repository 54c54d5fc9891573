import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Order } from '../../ordering/order.ts'
import { fulfil } from '../../payments/fulfil.ts'
import { lockOrder, markPaid } from '../../payments/settle.ts'
import { CHANGE_ERRORS } from './apply-payment.ts'
import { findPayment } from './payment.ts'

const notApplicableError = () => new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.notApplicable')

/**
 * Applies the unsettled transfers of an order together, the oldest first, until they reach its price; the
 * rest of the last one is its excess. `id` is one of them. Throws NOT_FOUND, ORDER_STATUS_WRONG with the
 * reason if the order cannot accept them now, or they do not reach its price.
 */
export async function applyTogether(db: Db, viewer: Viewer, id: string, reason: string) {
  const { order_id: orderId } = await findPayment(db, viewer, id)
  if (!orderId) throw notApplicableError()
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order.state === 'paid') throw notApplicableError()
    const { parts, excess } = partsFor(order, await openParts(trx, order))
    const problem = await fulfil(trx, order)
    if (problem)
      throw new AppError('ORDER_STATUS_WRONG', {}, CHANGE_ERRORS[problem === 'offer' ? 'offer' : 'plan'])
    const [firstPart] = parts
    const lastPart = parts.at(-1)!
    for (const part of parts)
      await trx
        .updateTable('orders.payment')
        .set({ problem: null, settled_at: now(), excess: part === lastPart ? excess : 0n })
        .set({ joined_id: parts.length > 1 ? firstPart!.id : null })
        .where('id', '=', part.id)
        .execute()
    await markPaid(trx, order)
    const changes = [
      { what: 'order' as const, before: '', after: order.number },
      { what: 'amount' as const, before: '', after: parts.map(wordsOf).join(' + ') },
    ]
    const entry = { accountId: order.account_id, action: 'apply-payment' as const, reason }
    await logDeskAction(trx, viewer, { ...entry, changes })
  })
}

const openParts = (trx: Db, { id, currency }: Order) =>
  trx
    .selectFrom('orders.payment')
    .select(['id', 'amount', 'currency', 'reference'])
    .where('order_id', '=', id)
    .where('method', '=', 'bank')
    .where('currency', '=', currency)
    .where('problem', 'is not', null)
    .where('settled_at', 'is', null)
    .where('reversed_at', 'is', null)
    .where('refunded', '=', 0n)
    .orderBy('received_at')
    .orderBy('id')
    .forUpdate()
    .execute()

type OpenPart = Awaited<ReturnType<typeof openParts>>[number]

const wordsOf = ({ currency, amount, reference }: OpenPart) => `${currency} ${decimal(amount)} ${reference}`

/** The first parts that reach the price, and the excess of the last one. */
function partsFor({ total }: Order, openPayments: OpenPart[]) {
  let sum = 0n
  for (const [index, { amount }] of openPayments.entries()) {
    sum += amount
    if (sum >= total) return { parts: openPayments.slice(0, index + 1), excess: sum - total }
  }
  throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.partsMissing')
}
