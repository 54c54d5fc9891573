import { sql } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import { fromNow, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { announce } from '#src/jobs/announce.ts'
import { requireMethod } from '../payments/registry.ts'
import { type MethodName, type OrderKind, type Period, SINGLES, type Single } from '../schema.ts'
import { nextNumber } from './numbering.ts'
import { requireFewOrders } from './order-limits.ts'
import { type Quote, quote } from './quote.ts'

const PENDING = onUniqueViolation({ order_pending_monthly: 'PENDING_ORDER_EXISTS' })

export interface OrderPlacement {
  package: string
  period: Period | 'once'
  quantity: number
  kind: OrderKind
  method: MethodName
  /** The price shown on the page, in minor units. */
  total: bigint
  /** Idempotency key of the page: the same key orders once. */
  key?: string
}

/** Throws SUB_ACCOUNT_CANNOT_ORDER for a member who wants a monthly package, ACCESS_DENIED. */
export function requireOrdering(viewer: Viewer, code: string) {
  const monthly = !SINGLES.includes(code as Single)
  if (monthly && viewer.role === 'member') throw new AppError('SUB_ACCOUNT_CANNOT_ORDER')
  requirePermission(viewer, monthly ? 'order.monthly' : 'order.create')
}

/**
 * Places an order at the current price, to be paid within its method's deadline. Throws the errors of `quote`
 * and `requireOrdering`, PENDING_ORDER_EXISTS while another monthly order of the team is unpaid,
 * ORDER_PRICE_CHANGED if the price has changed, and the errors of `requireFewOrders`, unless it is not
 * `limited`, as in the history of a demo. A second submission returns the first order.
 */
export async function placeOrder(
  db: Db,
  viewer: Viewer,
  placing: OrderPlacement,
  { limited } = { limited: true },
): Promise<string> {
  requireOrdering(viewer, placing.package)
  const method = requireMethod(placing.method)
  return db.transaction().execute(async (trx) => {
    await lockOrders(trx, viewer.teamId)
    const before = await placedBefore(trx, viewer, placing.key)
    if (before) return before.id
    if (limited) await requireFewOrders(trx, viewer)
    const id = newId()
    const priced = await quote(trx, viewer, { ...placing, currency: method.currency })
    if (priced.total !== placing.total) throw new AppError('ORDER_PRICE_CHANGED')
    const row = newOrder(id, viewer, priced)
    await trx
      .insertInto('orders.order')
      .values({
        ...row,
        key: placing.key ?? null,
        number: await nextNumber(trx, 'QO'),
        method: method.name,
        pay_until: fromNow(method.timeLimit),
      })
      .execute()
      .catch(PENDING)
    await announce(trx, 'order-placed', { orderId: id })
    return id
  })
}

async function placedBefore(trx: Db, { id }: Pick<Viewer, 'id'>, key: string | undefined) {
  if (!key) return undefined
  const placed = trx.selectFrom('orders.order').select('id').where('account_id', '=', id)
  return placed.where('key', '=', key).executeTakeFirst()
}

/** Serialises everything that orders, pays or settles for a team. */
export const lockOrders = (trx: Db, teamId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`orders ${teamId}`}, 0))`.execute(trx)

function newOrder(id: string, viewer: Viewer, priced: Quote) {
  const { offer, kind, period, quantity, currency, unitPrice, lines, total } = priced
  const { prices: _, ...contents } = offer
  return {
    id,
    team_id: viewer.teamId,
    account_id: viewer.id,
    buyer_name: viewer.name,
    kind,
    package: offer.code,
    period,
    quantity,
    currency,
    total,
    unit_price: unitPrice,
    contents: JSON.stringify(contents),
    lines: JSON.stringify(lines),
    state: 'pending' as const,
    created_at: now(),
  }
}
