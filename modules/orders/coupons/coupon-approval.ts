import { needsApproval, onApproval, requestApproval } from '#src/auth/approval.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { approvedOutput } from '../desk/forms.ts'
import { couponFacts, createCoupon, requireNewCode } from './coupon.ts'
import { type CouponRequest, readCoupon } from './coupon-form.ts'

/**
 * Creates a coupon; if a colleague has to approve it, stores the request instead and returns the path of its
 * page. `form`: the submitted form. Throws INVALID_FIELD for a code that exists.
 */
export async function requestCoupon(
  db: Db,
  viewer: Viewer,
  { coupon, form }: { coupon: CouponRequest; form: Record<string, string> },
): Promise<{ approval: string } | { coupon: string }> {
  if (!needsApproval()) return { coupon: await createCoupon(db, viewer, coupon) }
  await requireNewCode(db, coupon.code)
  const { reason, ...created } = coupon
  const approval = await requestApproval(db, viewer, {
    kind: 'coupon',
    subjectId: coupon.code,
    accountId: null,
    path: '/desk/coupons',
    form,
    facts: couponFacts(created),
    reason,
  })
  return { approval }
}

onApproval('coupon', {
  permission: 'desk.finance',
  apply: async (trx, viewer, { form }) => {
    await createCoupon(trx, viewer, approvedOutput(readCoupon(form)))
    return null
  },
})
