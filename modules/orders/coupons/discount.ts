import { type Selectable, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { type Currency, type Money, share } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { PackageKind, PackageName } from '../schema.ts'
import type { CouponTable } from './coupon-schema.ts'

export type Coupon = Selectable<CouponTable>

/** An order to which a coupon is to be applied. */
export interface Discountable {
  teamId: string
  kind: PackageKind
  package: PackageName
  currency: Currency
  total: Money
}

export interface Discount {
  couponId: string
  code: string
  /** The discount in minor units, less than the total. */
  amount: Money
}

/** The code in capital letters, however it is typed: spring-2027 is SPRING-2027. */
export const foldCode = (text: string) => text.trim().toUpperCase()

const couponError = (reason: MessageKey<'orders.coupon.problem'>, details: Record<string, string> = {}) =>
  new AppError('INVALID_FIELD', { field: 'coupon', ...details }, `orders.coupon.problem.${reason}`)

/** Whether an order uses its coupon: it is paid, or can still be paid. */
export const usesCoupon = () => sql<boolean>`(state = 'paid' or (state = 'pending' and pay_until > ${now()}))`

/** Locks a coupon, so that concurrent orders cannot exceed its limits. */
export const lockCoupon = (trx: Db, code: string) =>
  trx.selectFrom('orders.coupon').select('id').where('code', '=', foldCode(code)).forUpdate().execute()

/**
 * The discount of a coupon on an order. Throws INVALID_FIELD for `coupon` with the reason if it does not
 * apply: unknown, not begun, expired, used up, used by the team, for other packages, for first orders only,
 * for another currency, not for upgrades, or not below the price. Makes one query.
 */
export async function discountOf(db: Db, text: string, order: Discountable): Promise<Discount> {
  const coupon = await findCoupon(db, text, order.teamId)
  if (!coupon) throw couponError('unknown')
  if (coupon.ended_at || coupon.until_at <= now()) throw couponError('over')
  if (coupon.from_at > now()) throw couponError('early')
  if (order.kind === 'upgrade') throw couponError('upgrade')
  if (coupon.packages.length && !coupon.packages.includes(order.package)) throw couponError('package')
  if (coupon.first_only && coupon.hasPaid) throw couponError('first')
  if (coupon.once_per_team && coupon.usesOfTeam > 0) throw couponError('usedByTeam')
  if (coupon.most_uses !== null && coupon.uses >= coupon.most_uses) throw couponError('usedUp')
  const amount = amountOff(coupon, order)
  if (amount <= 0n || amount >= order.total) throw couponError('small')
  return { couponId: coupon.id, code: coupon.code, amount }
}

function amountOff({ percent, amount, currency }: Coupon, order: Discountable): Money {
  if (percent !== null) return share(order.total, percent, 100)
  if (currency !== order.currency) throw couponError('currency')
  return amount!
}

async function findCoupon(db: Db, text: string, teamId: string) {
  const uses = db
    .selectFrom('orders.order')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('coupon_id', '=', sql.ref<string>('coupon.id'))
    .where(usesCoupon())
  const paidOrders = db
    .selectFrom('orders.order')
    .select('id')
    .where('team_id', '=', teamId)
    .where('state', '=', 'paid')
  return db
    .selectFrom('orders.coupon as coupon')
    .selectAll('coupon')
    .select((eb) => [
      uses.$asScalar().$notNull().as('uses'),
      uses.where('team_id', '=', teamId).$asScalar().$notNull().as('usesOfTeam'),
      eb.exists(paidOrders).as('hasPaid'),
    ])
    .where('code', '=', foldCode(text))
    .executeTakeFirst()
}
