import { afterEach, beforeAll } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { findOrder, type Order } from '#modules/orders/ordering/order.ts'
import { placeOrder } from '#modules/orders/ordering/place-order.ts'
import { type OrderRequest, quote } from '#modules/orders/ordering/quote.ts'
import { queryGateway } from '#modules/orders/payments/query-gateway.ts'
import { methodNamed } from '#modules/orders/payments/registry.ts'
import { payAtSandbox } from '#modules/orders/payments/sandbox/sandbox-books.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import type { MethodName } from '#modules/orders/schema.ts'
import { now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { testDatabase } from '#tests/support/database.ts'
import type { Gateways } from './gateways.ts'
import { type Cast, openCast } from './people.ts'

/** The whole cast without orders and uses, for the tests of one file. Resets the clock after each test. */
export function setUpBuyers() {
  const context = {} as { db: Db; cast: Cast }
  beforeAll(async () => {
    context.db = await testDatabase()
    context.cast = await openCast(context.db, 0)
  })
  afterEach(() => setClock(null))
  /** Lin's account as it is now. */
  const lin = async () => (await findViewer(context.db, context.cast.lin.viewer.id))!
  /** The number of unused uses by kind, and their total. */
  const unusedUses = async () =>
    (await usageSummary(context.db, await lin())).map(({ unused, total }) => [unused, total])
  return { context, lin, left: unusedUses }
}

type Buying = Partial<Omit<OrderRequest, 'package'>> & { method?: MethodName }

/** Places an order at the price shown on its page; the limits on the number of orders do not apply. */
export async function order(db: Db, viewer: Viewer, code: string, buying: Buying = {}): Promise<Order> {
  const { method = 'sandbox', ...rest } = buying
  const choice = { period: 'monthly', quantity: 1, currency: 'CNY', ...rest, package: code } as const
  const priced = await quote(db, viewer, choice)
  const placing = { ...choice, kind: priced.kind, method, total: priced.total }
  return findOrder(db, viewer, await placeOrder(db, viewer, placing, { limited: false }))
}

/** Pays an order at the sandbox, by default its full price, and queries the gateway. */
export async function pay(db: Db, viewer: Viewer, { id, number, total, currency }: Order, amount = total) {
  await payAtSandbox(db, { number, amount, currency })
  await queryGateway(db, await findOrder(db, viewer, id))
  return findOrder(db, viewer, id)
}

export const buy = async (db: Db, viewer: Viewer, code: string, buying: Buying = {}) =>
  pay(db, viewer, await order(db, viewer, code, buying))

/** Pays the same amount again; returns the surplus payment. */
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

/** Orders a single document, to be paid at a gateway in the gateway's currency. */
export const orderAt = (db: Db, viewer: Viewer, method: MethodName) =>
  order(db, viewer, 'single_1', { period: 'once', method, currency: method === 'paypal' ? 'USD' : 'CNY' })

/** Orders a single document and begins the payment, up to the gateway’s own page. */
export async function beginPaymentAt(
  db: Db,
  viewer: Viewer,
  method: MethodName,
  { alipay }: Gateways,
): Promise<Order> {
  const placed = await orderAt(db, viewer, method)
  const begunPayment = await methodNamed(method)!.begin(db, placed)
  if (method === 'alipay' && 'go' in begunPayment) alipay.open(begunPayment.go)
  return placed
}

/** The state of an order, the problems of its payments, and how often it was fulfilled. */
export async function became(db: Db, id: string) {
  const { state } = await db
    .selectFrom('orders.order')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payments = db.selectFrom('orders.payment').select('problem').where('order_id', '=', id)
  const grants = db.selectFrom('orders.usage_entry').select('quantity').where('key', 'like', `order ${id}%`)
  return [
    state,
    (await payments.execute()).map(({ problem }) => problem),
    (await grants.execute()).map(({ quantity }) => quantity),
  ]
}
