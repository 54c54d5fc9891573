import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { PaymentProblem } from '../../schema.ts'
import { findOrderForDesk } from '../orders/desk-order.ts'
import { lockReference, recordTransfer, type Transfer } from './confirm-transfer.ts'
import type { MatchedOrder } from './match-lines.ts'

/**
 * Records one transfer that pays several orders, each with its price: all or none. The same transfer counts
 * once. Returns the problem of each part, or null. Throws NOT_FOUND, INVALID_FIELD if the amount is not the
 * sum of the prices.
 */
export async function confirmSplit(
  db: Db,
  viewer: Viewer,
  orders: MatchedOrder[],
  { amount, reference, at }: Transfer,
): Promise<(PaymentProblem | null)[]> {
  const deskOrders = await Promise.all(orders.map(({ id }) => findOrderForDesk(db, viewer, id)))
  // Sorted, so that concurrent confirmations lock the orders of teams in the same order.
  const sortedOrders = deskOrders.toSorted((one, other) => one.team_id.localeCompare(other.team_id))
  return db.transaction().execute(async (trx) => {
    if (await lockReference(trx, reference)) return []
    const problems: (PaymentProblem | null)[] = []
    if (sortedOrders.reduce((sum, { total }) => sum + total, 0n) !== amount)
      throw new AppError('INVALID_FIELD', { field: 'amount' })
    for (const [index, order] of sortedOrders.entries()) {
      const partReference = `${reference} (${index + 1}/${sortedOrders.length})`
      const transfer = { amount: order.total, reference: partReference, at, transfer: reference }
      problems.push(await recordTransfer(trx, viewer, order, transfer))
    }
    return problems
  })
}
