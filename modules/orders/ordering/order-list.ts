import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { visibleOrders } from './order.ts'

const ROWS = 20

/**
 * One page of the orders that the viewer may see, newest first, before the one with the id `before`. One
 * query.
 */
export async function listOrders(db: Db, viewer: Viewer, before: string) {
  let query = visibleOrders(db, viewer)
    .select(['id', 'number', 'created_at', 'kind', 'package', 'period', 'quantity', 'currency'])
    .select(['unit_price', 'total', 'method', 'state', 'refunded', 'pay_until'])
    .orderBy('id', 'desc')
    .limit(ROWS + 1)
  if (isId(before)) query = query.where('id', '<', before)
  return onePage(await query.execute(), ROWS)
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>['rows'][number]
