import { sql } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import { fromNow, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { emit } from '#src/jobs/module-events.ts'
import { lockCoupon } from '../coupons/discount.ts'
import { chooseInvoice } from '../invoices/details/choice.ts'
import { type InvoiceTitleChoice, storeTitle } from '../invoices/details/stored-title.ts'
import type { PaymentMethod } from '../payments/payment-method.ts'
import { requireMethod } from '../payments/registry.ts'
import {
  type MethodName,
  type OrderKind,
  type OrderLine,
  type PackageKind,
  type PackageTable,
  type Period,
  type ProductName,
  SINGLES,
  type Single,
} from '../schema.ts'
import { nextNumber } from './numbering.ts'
import type { Order } from './order.ts'
import { requireFewOrders } from './order-limits.ts'
import { quote } from './quote.ts'

const onPendingOrder = onUniqueViolation({
  order_pending_plan: 'PENDING_ORDER_EXISTS',
  order_pending_request: 'PENDING_ORDER_EXISTS',
})

export interface OrderPlacement {
  package: string
  period: Period | 'once'
  quantity: number
  kind: PackageKind
  method: MethodName
  /** The price shown on the page, in minor units. */
  total: bigint
  /** The code of a coupon, as typed. */
  coupon?: string
  /** The invoice to request once the order is paid. */
  invoice?: InvoiceTitleChoice | null
  /** The idempotency key of the page: equal keys place one order. */
  key?: string
}

/** Throws SUB_ACCOUNT_CANNOT_ORDER for a member's order of a monthly package, ACCESS_DENIED. */
export function requireOrdering(viewer: Viewer, code: string) {
  const monthly = !SINGLES.includes(code as Single)
  if (monthly && viewer.role === 'member') throw new AppError('SUB_ACCOUNT_CANNOT_ORDER')
  requirePermission(viewer, monthly ? 'order.monthly' : 'order.create')
}

/**
 * Places an order at the current price, to be paid within its method's deadline. Throws the errors of
 * `quote` and `requireOrdering`, PENDING_ORDER_EXISTS while another monthly order of the team is unpaid,
 * ORDER_PRICE_CHANGED if the price has changed, and the errors of `requireFewOrders`, unless `limited` is
 * false, as for the history of a demo. A second submission returns the first order.
 */
export async function placeOrder(
  db: Db,
  viewer: Viewer,
  placement: OrderPlacement,
  { limited } = { limited: true },
): Promise<string> {
  requireOrdering(viewer, placement.package)
  const method = requireMethod(placement.method)
  return db.transaction().execute(async (trx) => {
    await lockOrders(trx, viewer.teamId)
    const placedOrder = await placedBefore(trx, viewer, placement.key)
    if (placedOrder) return placedOrder.id
    if (limited) await requireFewOrders(trx, viewer)
    if (placement.coupon) await lockCoupon(trx, placement.coupon)
    const price = await quote(trx, viewer, { ...placement, currency: method.currency })
    if (price.total !== placement.total) throw new AppError('ORDER_PRICE_CHANGED')
    const { prices: _, ...contents } = price.offer
    const couponId = price.discount?.couponId
    const order = { ...price, package: contents.code, contents, method, key: placement.key, couponId }
    const { id } = await insertOrder(trx, viewer, order)
    if (placement.invoice) await storeInvoice(trx, viewer, id, placement.invoice)
    return id
  })
}

/** Stores the invoice chosen on the page that confirms an order. */
export async function storeInvoice(
  trx: Db,
  viewer: Viewer,
  id: string,
  { details, storesTitle }: InvoiceTitleChoice,
) {
  await chooseInvoice(trx, viewer, id, details)
  if (storesTitle) await storeTitle(trx, viewer, details)
}

/** The order that the account has placed with this key. */
export async function placedBefore(trx: Db, { id }: Pick<Viewer, 'id'>, key: string | undefined) {
  if (!key) return undefined
  const earlierOrder = trx.selectFrom('orders.order').select('id').where('account_id', '=', id)
  return earlierOrder.where('key', '=', key).executeTakeFirst()
}

/** Locks a team's orders, so that ordering, paying and settling run one after the other. */
export const lockOrders = (trx: Db, teamId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`orders ${teamId}`}, 0))`.execute(trx)

export interface NewOrder {
  kind: OrderKind
  package: ProductName
  period: Period | 'once'
  quantity: number
  contents: PackageTable | null
  currency: Currency
  unitPrice: Money
  lines: OrderLine[]
  total: Money
  method: Pick<PaymentMethod, 'name' | 'timeLimit'>
  key: string | undefined
  tailored?: { requestId: string; offer: number }
  couponId?: string
  mandateId?: string
}

/** Stores a pending order and notifies the people concerned. Throws PENDING_ORDER_EXISTS. */
export async function insertOrder(trx: Db, viewer: Viewer, order: NewOrder): Promise<Order> {
  const storedOrder = await trx
    .insertInto('orders.order')
    .values({
      id: newId(),
      number: await nextNumber(trx, 'QO'),
      key: order.key ?? null,
      team_id: viewer.teamId,
      account_id: viewer.id,
      buyer_name: viewer.name,
      kind: order.kind,
      package: order.package,
      period: order.period,
      quantity: order.quantity,
      contents: JSON.stringify(order.contents),
      request_id: order.tailored?.requestId,
      offer: order.tailored?.offer,
      coupon_id: order.couponId,
      mandate_id: order.mandateId,
      currency: order.currency,
      unit_price: order.unitPrice,
      lines: JSON.stringify(order.lines),
      total: order.total,
      method: order.method.name,
      state: 'pending',
      created_at: now(),
      pay_until: fromNow(order.method.timeLimit),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(onPendingOrder)
  await emit(trx, 'order-placed', { orderId: storedOrder.id })
  return storedOrder
}
