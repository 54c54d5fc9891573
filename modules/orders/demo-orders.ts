import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { closeOrder, findOrder } from './ordering/order.ts'
import { placeOrder } from './ordering/place-order.ts'
import { quote } from './ordering/quote.ts'
import { overdueOrders } from './payments/query-gateway.ts'
import { settle } from './payments/settle.ts'
import type { MethodName, PriceTable } from './schema.ts'

export interface DemoOrder {
  package: string
  period: PriceTable['period']
  quantity?: number
  method: MethodName
  finalState: 'paid' | 'closed' | 'expired'
}

/** Places and pays an order of the demo, at the demo's present time. */
export async function orderAsDemo(
  db: Db,
  viewer: Viewer,
  { finalState, method, quantity = 1, ...what }: DemoOrder,
) {
  const price = await quote(db, viewer, { ...what, quantity, currency: 'CNY' })
  const { kind, total } = price
  const id = await placeOrder(db, viewer, { ...what, quantity, kind, method, total }, { limited: false })
  if (finalState === 'closed') return closeOrder(db, viewer, id)
  const { number } = await findOrder(db, viewer, id)
  if (finalState === 'paid') {
    const confirmedBy = method === 'bank' ? 'Ruan Jie' : undefined
    const payment = {
      method,
      reference: `DEMO-${number}`,
      currency: 'CNY' as const,
      amount: total,
      at: now(),
    }
    await settle(db, id, { ...payment, confirmedBy })
    return
  }
  await db.updateTable('orders.order').set({ pay_until: now() }).where('id', '=', id).execute()
  await overdueOrders.now(db, {})
}
