import { sql } from 'kysely'
import { logDeskAction, requireAccountsDesk } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { decimal, type Money } from '#src/core/money.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import type { CouponRequest, NewCoupon } from './coupon-form.ts'
import { type Coupon, usesCoupon } from './discount.ts'

const ROWS = 50

const couponsWithUses = (db: Db) =>
  db
    .selectFrom('orders.coupon as coupon')
    .selectAll('coupon')
    .select(
      db
        .selectFrom('orders.order')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('coupon_id', '=', sql.ref<string>('coupon.id'))
        .where(usesCoupon())
        .$asScalar()
        .$notNull()
        .as('uses'),
    )

/** A page of coupons, newest first. Makes one query. */
export async function listCoupons(db: Db, viewer: Viewer, before: string) {
  requireAccountsDesk(viewer)
  let query = couponsWithUses(db)
    .orderBy('coupon.id', 'desc')
    .limit(ROWS + 1)
  if (isId(before)) query = query.where('coupon.id', '<', before)
  return onePage(await query.execute(), ROWS)
}

export type ListedCoupon = Awaited<ReturnType<typeof listCoupons>>['rows'][number]

/** Throws NOT_FOUND. Makes one query. */
export async function findCoupon(db: Db, viewer: Viewer, id: string): Promise<ListedCoupon> {
  requireAccountsDesk(viewer)
  const coupon = isId(id)
    ? await couponsWithUses(db).where('coupon.id', '=', id).executeTakeFirst()
    : undefined
  return coupon ?? notFound()
}

/** The orders of a coupon, newest first, and the sum of its discounts on paid orders. Makes two queries. */
export async function ordersOfCoupon(db: Db, viewer: Viewer, id: string, before: string) {
  requireAccountsDesk(viewer)
  let query = db
    .selectFrom('orders.order')
    .select(['id', 'number', 'created_at', 'buyer_name', 'state', 'total', 'refunded', 'currency'])
    .select(['pay_until', 'lines'])
    .where('coupon_id', '=', id)
    .orderBy('id', 'desc')
    .limit(ROWS + 1)
  if (isId(before)) query = query.where('id', '<', before)
  const page = onePage(await query.execute(), ROWS)
  const { rows: given } = await sql<{ currency: 'CNY' | 'USD'; amount: Money }>`
    select currency, -sum((line ->> 'amount')::numeric) as amount
      from orders."order", jsonb_array_elements(lines) as line
      where coupon_id = ${id} and state = 'paid' and line ->> 'what' = 'discount'
      group by currency order by currency`.execute(db)
  return { ...page, given }
}

/** The discount of a coupon, for the staff log: 20 %, or CNY 50.00. */
export const worthText = ({ percent, amount, currency }: Pick<Coupon, 'percent' | 'amount' | 'currency'>) =>
  percent === null ? `${currency} ${decimal(amount!)}` : `${percent} %`

/** The facts about a new coupon for the staff log and the approval. */
export function couponFacts(coupon: NewCoupon) {
  const minute = (time: Date) =>
    new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  const { code, packages, most_uses, from_at, until_at } = coupon
  return [
    { what: 'coupon' as const, before: '', after: code },
    { what: 'price' as const, before: '', after: `− ${worthText(coupon)}` },
    ...packages.map((one) => ({ what: 'package' as const, before: '', after: one })),
    ...(most_uses === null ? [] : [{ what: 'couponUses' as const, before: '', after: String(most_uses) }]),
    ...(from_at ? [{ what: 'priceFrom' as const, before: '', after: minute(from_at) }] : []),
    { what: 'couponUntil' as const, before: '', after: minute(until_at) },
  ]
}

/** Throws INVALID_FIELD for a code that exists. */
export async function requireNewCode(db: Db, code: string) {
  const sameCode = db.selectFrom('orders.coupon').select('id').where('code', '=', code)
  if (await sameCode.executeTakeFirst())
    throw new AppError('INVALID_FIELD', { field: 'code' }, 'desk.coupons.problem.taken')
}

/** Creates a coupon and returns its id. Throws INVALID_FIELD for a code that exists. */
export async function createCoupon(db: Db, viewer: StaffViewer, { reason, ...coupon }: CouponRequest) {
  requireAccountsDesk(viewer)
  const id = newId()
  await inTransaction(db, async (trx) => {
    const insertedRow = await trx
      .insertInto('orders.coupon')
      .values({ id, ...coupon, from_at: coupon.from_at ?? now(), created_by: viewer.id, created_at: now() })
      .onConflict((oc) => oc.column('code').doNothing())
      .executeTakeFirst()
    if (!insertedRow.numInsertedOrUpdatedRows)
      throw new AppError('INVALID_FIELD', { field: 'code' }, 'desk.coupons.problem.taken')
    await logDeskAction(trx, viewer, {
      accountId: null,
      subject: coupon.code,
      path: `/desk/coupons/${id}`,
      action: 'create-coupon',
      reason,
      changes: couponFacts(coupon),
    })
  })
  return id
}

/**
 * Ends a coupon now; orders that use it keep their discount. Throws NOT_FOUND, ORDER_STATUS_WRONG if it has
 * ended.
 */
export async function endCoupon(db: Db, viewer: Viewer, id: string, reason: string) {
  const { code } = await findCoupon(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const endedCoupon = await trx
      .updateTable('orders.coupon')
      .set({ ended_at: now() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('until_at', '>', now())
      .executeTakeFirst()
    if (!endedCoupon.numUpdatedRows) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.coupons.problem.over')
    await logDeskAction(trx, viewer, {
      accountId: null,
      subject: code,
      path: `/desk/coupons/${id}`,
      action: 'end-coupon',
      reason,
      changes: [{ what: 'coupon' as const, before: code, after: '' }],
    })
  })
}
