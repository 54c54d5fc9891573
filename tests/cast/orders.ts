import { findOrder, type Order } from '#modules/orders/ordering/order.ts'
import { placeOrder } from '#modules/orders/ordering/place-order.ts'
import { quote, type Wanted } from '#modules/orders/ordering/quote.ts'
import { askBack } from '#modules/orders/payments/ask-back.ts'
import { payAtSandbox } from '#modules/orders/payments/sandbox/sandbox-books.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import type { MethodName } from '#modules/orders/schema.ts'
import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'

type Buying = Partial<Omit<Wanted, 'package'>> & { method?: MethodName }

/** Places an order at the price that its page would show. */
export async function order(db: Db, viewer: Viewer, code: string, buying: Buying = {}): Promise<Order> {
  const { method = 'sandbox', ...rest } = buying
  const wanted = { period: 'monthly', quantity: 1, currency: 'CNY', ...rest, package: code } as const
  const priced = await quote(db, viewer, wanted)
  const placing = { ...wanted, kind: priced.kind, method, total: priced.total }
  return findOrder(db, viewer, await placeOrder(db, viewer, placing))
}

/** Pays it at the sandbox, as much as it costs unless told otherwise, and lets us ask there. */
export async function pay(db: Db, viewer: Viewer, { id, number, total, currency }: Order, amount = total) {
  await payAtSandbox(db, { number, amount, currency })
  await askBack(db, await findOrder(db, viewer, id))
  return findOrder(db, viewer, id)
}

export const buy = async (db: Db, viewer: Viewer, code: string, buying: Buying = {}) =>
  pay(db, viewer, await order(db, viewer, code, buying))

/** The same price comes once more; answers the payment that nobody asked for. */
export async function payTwice(db: Db, orderId: string): Promise<string> {
  const { total } = await db
    .selectFrom('orders.order')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const reference = `SB-${newId()}`
  await settle(db, orderId, { method: 'sandbox', reference, currency: 'CNY', amount: total, at: now() })
  const { id } = await db
    .selectFrom('orders.payment')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return id
}
