import * as v from 'valibot'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { proposedInvoice, readCheckoutInvoice } from '../invoices/details/checkout.ts'
import { offeredMethods } from '../payments/registry.ts'
import { METHODS } from '../schema.ts'
import { findTailoredOffer, placeTailoredOrder } from './place-tailored-order.ts'
import { ConfirmTailoredPage } from './views/confirm-tailored-page.tsx'

/** Orders of tailor-made documents, as offered. */
export const tailoredRoutes = routes()

const CONFIRM_PATH = '/mgmt/confirm-order/:id'
const requestOf = (c: Ctx) => c.req.param('id') ?? ''
const paymentPath = (orderId: string) => `/mgmt/orders/${orderId}/payment`

type Refusal = 409 | 422 | 429

async function confirmPage(c: Ctx, form: FormState = {}, refusal: Refusal = 422) {
  const requestId = requestOf(c)
  const offer = await findTailoredOffer(c.var.db, viewerOf(c), requestId)
  if (offer.pendingOrderId && !form.problems) return goTo(c, paymentPath(offer.pendingOrderId))
  const methods = offeredMethods(c.var.locale).filter(({ currency }) => offer.amounts[currency])
  const requested = c.req.query('method')
  const method = methods.find(({ name }) => name === requested) ?? methods[0]
  if (!method) throw new AppError('PAYMENT_UNAVAILABLE')
  const invoice = method.currency === 'CNY' ? await proposedInvoice(c.var.db, viewerOf(c)) : {}
  const choice = { requestId, offer, methods, method }
  const content = <ConfirmTailoredPage {...choice} {...form} values={form.values ?? invoice} />
  const title = translate(c.var.locale)('orders.confirm.title')
  const status = form.problems ? refusal : 200
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs', status })
}

tailoredRoutes.get(CONFIRM_PATH, (c) => confirmPage(c))

const TailoredOrderForm = v.object({
  method: v.pipe(v.optional(v.string(), ''), v.picklist(METHODS, 'orders.problem.method')),
  offer: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)),
  total: v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/),
    v.transform((text) => BigInt(text)),
  ),
  agreed: v.pipe(v.optional(v.string(), ''), v.nonEmpty('orders.problem.agreement')),
  key: v.fallback(v.pipe(v.string(), v.check(isId)), () => newId()),
})

/** Errors that are shown at the form, with their status. */
const FORM_ERRORS: Partial<Record<ErrorCode, Refusal>> = {
  ORDER_PRICE_CHANGED: 422,
  ORDER_LIMIT: 409,
  TOO_MANY_REQUESTS: 429,
}

tailoredRoutes.post(CONFIRM_PATH, async (c) => {
  const form = await readForm(c, TailoredOrderForm)
  const invoice = readCheckoutInvoice(form.values)
  if (!form.ok) {
    if (form.problems.offer || form.problems.total) throw new AppError('INVALID_FIELD', { field: 'total' })
    return confirmPage(c, { ...form, problems: { ...invoice.problems, ...form.problems } })
  }
  const { values } = form
  if (!invoice.ok) return confirmPage(c, { values, problems: invoice.problems })
  try {
    const id = await placeTailoredOrder(c.var.db, viewerOf(c), {
      ...form.output,
      requestId: requestOf(c),
      invoice: invoice.output,
    })
    return goTo(c, paymentPath(id))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'PAYMENT_UNAVAILABLE')
      return confirmPage(c, { values, problems: { method: 'orders.problem.method' } })
    const status = FORM_ERRORS[error.code]
    if (!status) throw error
    return confirmPage(c, { values, problems: { form: error.words }, details: error.details }, status)
  }
})
