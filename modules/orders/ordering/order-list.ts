import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { visibleOrders } from './order.ts'

const ROWS = 20

/**
 * One page of the orders that the viewer may see, newest first, before the one with the id `before`. Makes
 * one query.
 */
export async function listOrders(db: Db, viewer: Viewer, before: string, size = ROWS) {
  let query = visibleOrders(db, viewer)
    .select(['id', 'number', 'created_at', 'kind', 'package', 'period', 'quantity', 'currency'])
    .select(['unit_price', 'total', 'method', 'state', 'refunded', 'pay_until', 'paid_at'])
    .select((eb) =>
      eb
        .selectFrom('orders.invoice')
        .select('orders.invoice.state')
        .whereRef('order_id', '=', 'orders.order.id')
        .orderBy('orders.invoice.id', 'desc')
        .limit(1)
        .as('invoiceState'),
    )
    .orderBy('id', 'desc')
    .limit(size + 1)
  if (isId(before)) query = query.where('id', '<', before)
  return onePage(await query.execute(), size)
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>['rows'][number]
