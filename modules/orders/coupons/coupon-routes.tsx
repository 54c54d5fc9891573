import * as v from 'valibot'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { Reason, refusal } from '../desk/forms.ts'
import { endCoupon, findCoupon, listCoupons, ordersOfCoupon } from './coupon.ts'
import { requestCoupon } from './coupon-approval.ts'
import { readCoupon } from './coupon-form.ts'
import { CouponPage } from './views/coupon-page.tsx'
import { CouponsPage } from './views/coupons-page.tsx'

/** The pages on which our staff create coupons, see their orders, and end them. */
export const couponRoutes = routes()

const HOME = '/desk/coupons'
const DETAIL_PATH = `${HOME}/:id`
const FRAME = { shell: 'mgmt', current: 'deskOrders' } as const
const idOf = (c: Ctx) => c.req.param('id') ?? ''

async function couponsPage(c: Ctx, formState: FormState = {}) {
  const list = await listCoupons(c.var.db, viewerOf(c), c.req.query('before') ?? '')
  const title = translate(c.var.locale)('desk.coupons.title')
  const status = formState.problems ? 422 : 200
  return page(c, <CouponsPage {...list} {...formState} done={c.req.query('done')} />, {
    title,
    ...FRAME,
    status,
  })
}

couponRoutes.get(HOME, (c) => couponsPage(c))

couponRoutes.post(HOME, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const form = readCoupon(values)
  if (!form.ok) return couponsPage(c, form)
  try {
    const request = { coupon: form.output, form: form.values }
    const result = await requestCoupon(c.var.db, viewerOf(c), request)
    return goTo(c, 'approval' in result ? result.approval : `${HOME}/${result.coupon}?done=created`)
  } catch (error) {
    return couponsPage(c, { values: form.values, problems: refusal(error, 'code') })
  }
})

async function couponPage(c: Ctx, formState: FormState = {}) {
  const coupon = await findCoupon(c.var.db, viewerOf(c), idOf(c))
  const before = c.req.query('before') ?? ''
  const orders = await ordersOfCoupon(c.var.db, viewerOf(c), coupon.id, before)
  const content = <CouponPage coupon={coupon} orders={orders} {...formState} done={c.req.query('done')} />
  return page(c, content, { title: coupon.code, ...FRAME, status: formState.problems ? 422 : 200 })
}

couponRoutes.get(DETAIL_PATH, (c) => couponPage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
couponRoutes.get(`${DETAIL_PATH}/end`, async (c) => {
  const { id } = await findCoupon(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, `${HOME}/${id}`)
})

couponRoutes.post(`${DETAIL_PATH}/end`, async (c) => {
  const form = await readForm(c, v.object({ endReason: Reason }))
  if (!form.ok) return couponPage(c, form)
  try {
    await endCoupon(c.var.db, viewerOf(c), idOf(c), form.output.endReason)
    return goTo(c, `${HOME}/${idOf(c)}?done=ended`)
  } catch (error) {
    return couponPage(c, { values: form.values, problems: refusal(error, 'endReason') })
  }
})
