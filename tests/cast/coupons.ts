import { createCoupon } from '#modules/orders/coupons/coupon.ts'
import type { CouponRequest } from '#modules/orders/coupons/coupon-form.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** Creates a coupon of ten per cent for all products, which each team may use without limit. */
export const coupon = (db: Db, staff: Viewer, changes: Partial<CouponRequest> = {}) =>
  createCoupon(db, staff, {
    code: 'TENTH',
    percent: 10,
    amount: null,
    currency: null,
    packages: [],
    first_only: false,
    once_per_team: false,
    most_uses: null,
    from_at: null,
    until_at: fromNow(30 * DAY),
    reason: 'Autumn fair',
    ...changes,
  })
