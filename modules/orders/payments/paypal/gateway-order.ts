import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { Order } from '../../ordering/order.ts'

/** Stores PayPal's id of the order, once. */
export async function storeGatewayOrder(db: Db, orderId: string, gatewayId: string) {
  const row = { order_id: orderId, gateway_id: gatewayId, created_at: now() }
  await db
    .insertInto('orders.gateway_order')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

export async function gatewayIdOf(db: Db, { id }: Pick<Order, 'id'>): Promise<string | undefined> {
  const storedId = db.selectFrom('orders.gateway_order').select('gateway_id').where('order_id', '=', id)
  return (await storedId.executeTakeFirst())?.gateway_id
}

export const orderByGatewayId = (db: Db, gatewayId: string): Promise<Order | undefined> =>
  db
    .selectFrom('orders.order as order')
    .innerJoin('orders.gateway_order as known', 'known.order_id', 'order.id')
    .selectAll('order')
    .where('known.gateway_id', '=', gatewayId)
    .executeTakeFirst()
