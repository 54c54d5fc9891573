import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import type { Order } from '../../ordering/order.ts'
import { lockOrder } from '../../payments/settle.ts'
import { isOfLastDay, undoChange } from '../../plans/plan-change.ts'
import { offerPort } from '../../tailored/offer-port.ts'
import { findOrderForDesk } from '../orders/desk-order.ts'

/**
 * Reverses a transfer that was confirmed by mistake, within a day and before any of the purchase was used.
 * Revokes grants and terms; the order waits for payment again, or is closed if it has expired or another
 * order waits. Throws NOT_FOUND, ORDER_STATUS_WRONG with the reason.
 */
export async function reverseTransfer(db: Db, viewer: Viewer, orderId: string, reason: string) {
  await findOrderForDesk(db, viewer, orderId)
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order.state !== 'paid') throw new AppError('ORDER_STATUS_WRONG')
    if (await isInvoiced(trx, orderId)) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.invoiced')
    const payments = await settlingTransfers(trx, orderId)
    if (!payments.length || payments.some(({ refunded }) => refunded))
      throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.refunded')
    await releasePayments(trx, payments)
    if (order.request_id) await reverseTailored(trx, order)
    else await undoChange(trx, await changeOf(trx, orderId), viewer.id)
    await reopenOrder(trx, order)
    const changes = [
      { what: 'order' as const, before: order.number, after: '' },
      { what: 'amount' as const, before: payments.map(wordsOf).join(' + '), after: '' },
    ]
    const entry = { accountId: order.account_id, action: 'reverse-transfer' as const, reason }
    await logDeskAction(trx, viewer, { ...entry, changes })
    await emit(trx, 'order-reversed', { orderId })
  })
}

const settlingTransfers = (trx: Db, orderId: string) =>
  trx
    .selectFrom('orders.payment')
    .select(['id', 'amount', 'reference', 'refunded', 'excess', 'joined_id'])
    .where('order_id', '=', orderId)
    .where('method', '=', 'bank')
    .where('problem', 'is', null)
    .where('reversed_at', 'is', null)
    .forUpdate()
    .execute()

type Transfers = Awaited<ReturnType<typeof settlingTransfers>>

const wordsOf = ({ amount, reference }: Transfers[number]) => `CNY ${decimal(amount)} ${reference}`

/**
 * An unsettled payment of another amount had really arrived before it was applied, so it becomes unsettled
 * again.
 */
async function releasePayments(trx: Db, payments: Transfers) {
  const remainsUnsettled = payments.some(({ excess, joined_id }) => excess > 0n || joined_id)
  const unsettledValues = { problem: 'amount' as const, settled_at: null, excess: 0n, joined_id: null }
  await trx
    .updateTable('orders.payment')
    .set(remainsUnsettled ? unsettledValues : { reversed_at: now() })
    .where(
      'id',
      'in',
      payments.map(({ id }) => id),
    )
    .execute()
}

/** Whether the order has an issued or requested invoice, which must be refused or reversed first. */
const isInvoiced = (trx: Db, orderId: string) =>
  trx
    .selectFrom('orders.invoice')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['requested', 'issued'])
    .executeTakeFirst()

/** Makes the offer for a tailor-made document acceptable again. */
async function reverseTailored(trx: Db, order: Order) {
  if (!isOfLastDay(order.paid_at!)) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.dayOver')
  const isOpen = await offerPort().reversed(trx, order)
  if (!isOpen) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.delivered')
}

async function changeOf(trx: Db, orderId: string) {
  const change = await trx
    .selectFrom('orders.plan_change')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (!change) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.problem.dayOver')
  return change
}

async function reopenOrder(trx: Db, order: Order) {
  const canStillBePaid = order.pay_until > now() && !(await otherWaits(trx, order))
  const nextState = canStillBePaid
    ? { state: 'pending' as const }
    : { state: 'closed' as const, ended_at: now() }
  await trx
    .updateTable('orders.order')
    .set({ ...nextState, paid_at: null, valid_from: null, valid_to: null })
    .where('id', '=', order.id)
    .execute()
  if (order.request_id && canStillBePaid) await offerPort().placed(trx, order)
}

/** Whether another order waits: only one order can wait for a team's plan or a tailor-made document. */
async function otherWaits(trx: Db, { team_id, kind, request_id }: Order) {
  if (kind === 'single') return false
  const otherPending = trx
    .selectFrom('orders.order')
    .select('id')
    .where('team_id', '=', team_id)
    .where('state', '=', 'pending')
  const conflictingOrder = request_id
    ? otherPending.where('request_id', '=', request_id)
    : otherPending.where('kind', 'in', ['plan', 'renewal', 'upgrade'])
  return Boolean(await conflictingOrder.executeTakeFirst())
}
