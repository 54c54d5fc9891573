import { findOrder, type Order } from '#modules/orders/ordering/order.ts'
import { placeOrder } from '#modules/orders/ordering/place-order.ts'
import { quote, type Wanted } from '#modules/orders/ordering/quote.ts'
import { askBack } from '#modules/orders/payments/ask-back.ts'
import { payAtSandbox } from '#modules/orders/payments/sandbox/sandbox-books.ts'
import type { MethodName } from '#modules/orders/schema.ts'
import type { Db } from '#src/app/database.ts'
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
