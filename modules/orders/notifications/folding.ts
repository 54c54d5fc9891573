import { HOUR } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { Order } from '../ordering/order.ts'

/**
 * Selects the people who get a mail about an order placed by bank transfer: in each hour of the clock, each
 * person is mailed about the first of their own orders and the first of their colleagues' orders; all other
 * orders are only in their notifications. The caller must hold `lockOrders`.
 */
export async function peopleToMail(trx: Db, order: Order, accountIds: string[]): Promise<string[]> {
  const hour = new Date(order.created_at.getTime() - (order.created_at.getTime() % HOUR))
  const earlierOrders = await trx
    .selectFrom('orders.order')
    .select('account_id')
    .distinct()
    .where('team_id', '=', order.team_id)
    .where('method', '=', 'bank')
    .where('created_at', '>=', hour)
    .where('id', '!=', order.id)
    .execute()
  const buyers = earlierOrders.map(({ account_id }) => account_id)
  const isOwn = (id: string) => order.account_id === id
  return accountIds.filter((id) => !buyers.some((buyer) => (buyer === id) === isOwn(id)))
}
