import * as v from 'valibot'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { fragment, page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { ActionDialog, ActionPage } from '#views/action-card.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { proposedInvoice, readCheckoutInvoice } from '../invoices/details/checkout.ts'
import { findOrderAndInvoice } from '../invoices/invoice.ts'
import { findSlip, MAX_SLIP_BYTES, readSlip, storeSlip } from '../payments/bank/slip.ts'
import { queryGatewaySoon } from '../payments/query-gateway.ts'
import { methodNamed, offeredMethods } from '../payments/registry.ts'
import { METHODS, PACKAGE_KINDS, PERIODS } from '../schema.ts'
import { moneyReceived } from './money-received.ts'
import { closeOrder, findOrder, mayClose, type Order, timeLeft } from './order.ts'
import { listOrders } from './order-list.ts'
import { placeOrder, requireOrdering } from './place-order.ts'
import { type OrderRequest, quote } from './quote.ts'
import { ClosureForm } from './views/closure-form.tsx'
import { ConfirmOrderPage } from './views/confirm-order-page.tsx'
import { OrderPage } from './views/order-page.tsx'
import { OrderRecordPage } from './views/order-record-page.tsx'
import { PayFinishPage } from './views/pay-finish-page.tsx'
import { PaymentPage } from './views/payment-page.tsx'

/** The pages for choosing a package, ordering and paying, and the list of earlier orders. */
export const orderingRoutes = routes()

const CONFIRM_PATH = '/mgmt/confirm-order'
const pathOf = (id: string) => `/mgmt/orders/${id}`
const title = (c: Ctx, key: MessageKey<'orders'>) => translate(c.var.locale)(`orders.${key}`)

const text = v.optional(v.string(), '')
const quantity = v.pipe(text, v.regex(/^(100|[1-9]\d?)$/, 'orders.problem.quantity'), v.transform(Number))
const period = v.pipe(text, v.picklist([...PERIODS, 'once'], 'orders.problem.period'))
const couponCode = v.pipe(
  text,
  v.trim(),
  v.maxLength(40, 'orders.coupon.problem.unknown'),
  v.transform((text) => text || undefined),
)
const method = v.pipe(text, v.picklist(METHODS, 'orders.problem.method'))

/** The choice in the page's address, which may have been typed or be old. */
const ChoiceSchema = v.object({
  package: v.fallback(v.string(), ''),
  period: v.fallback(period, 'monthly'),
  quantity: v.fallback(quantity, 1),
  method: v.fallback(method, 'bank'),
  coupon: v.fallback(couponCode, undefined),
})

type Refusal = 409 | 422 | 429

/** The page of the order to confirm, at the current price. */
async function confirmPage(
  c: Ctx,
  query: Record<string, string>,
  form: FormState = {},
  refusal: Refusal = 422,
) {
  const viewer = viewerOf(c)
  const methods = offeredMethods(c.var.locale)
  const choice = v.parse(ChoiceSchema, query)
  const method = methods.find(({ name }) => name === query.method) ?? methods[0]
  if (!method) throw new AppError('PAYMENT_UNAVAILABLE')
  requireOrdering(viewer, choice.package)
  const kind = PACKAGE_KINDS.find((one) => one === query.kind)
  const request = { ...choice, kind, currency: method.currency }
  const { priced, problems } = await quoteWithCoupon(c, request, form)
  const invoice = method.currency === 'CNY' ? await proposedInvoice(c.var.db, viewer) : {}
  const values = { ...(form.values ?? invoice), coupon: query.coupon ?? '' }
  const formState = { ...form, problems, values }
  const content = <ConfirmOrderPage priced={priced} methods={methods} method={method} {...formState} />
  const status = problems ? refusal : 200
  const scripts = ['views/scripts/requests/unapplied-script.ts']
  const frame = { shell: 'mgmt', current: 'acctInfo', scripts } as const
  return page(c, content, { title: title(c, 'confirm.title'), ...frame, status })
}

/** The limit for wrong coupon codes of a team, so that codes cannot be guessed. */
const WRONG_CODE_LIMIT = { name: 'coupon', points: 20, per: 3600 }

const isCouponRefused = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'INVALID_FIELD' && error.details.field === 'coupon'

/** The current price; if the coupon does not apply, the price without it and the problem at its field. */
async function quoteWithCoupon(c: Ctx, request: OrderRequest, { problems }: FormState) {
  const viewer = viewerOf(c)
  try {
    return { priced: await quote(c.var.db, viewer, request), problems }
  } catch (error) {
    if (!isCouponRefused(error)) throw error
    await consumePoint(WRONG_CODE_LIMIT, viewer.teamId)
    const price = await quote(c.var.db, viewer, { ...request, coupon: undefined })
    return { priced: price, problems: { ...problems, coupon: error.words } }
  }
}

orderingRoutes.get(CONFIRM_PATH, (c) =>
  c.req.query('package') ? confirmPage(c, c.req.query()) : goTo(c, '/pricing'),
)

const isTicked = (text: string) => text !== ''

const OrderForm = v.pipe(
  v.object({
    package: v.fallback(v.string(), ''),
    period,
    quantity,
    method,
    coupon: couponCode,
    kind: v.picklist(PACKAGE_KINDS),
    total: v.pipe(
      v.string(),
      v.regex(/^\d{1,15}$/),
      v.transform((text) => BigInt(text)),
    ),
    agreed: v.pipe(v.optional(v.string(), ''), v.check(isTicked, 'orders.problem.agreement')),
    agreedYear: v.optional(v.string(), ''),
    key: v.fallback(v.pipe(v.string(), v.check(isId)), () => newId()),
  }),
  v.forward(
    v.partialCheck(
      [['period'], ['agreedYear']],
      ({ period, agreedYear }) => period !== 'agreement' || isTicked(agreedYear),
      'orders.problem.agreement',
    ),
    ['agreedYear'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['quantity']],
      ({ kind, quantity }) => kind === 'single' || quantity === 1,
      'orders.problem.onePlan',
    ),
    ['quantity'],
  ),
)

/** Errors of an order that are shown at its form, with their status. */
const FORM_ERRORS: Partial<Record<ErrorCode, Refusal>> = {
  ORDER_PRICE_CHANGED: 422,
  ORDER_LIMIT: 409,
  TOO_MANY_REQUESTS: 429,
}

const METHOD_NOT_OFFERED = 'orders.problem.method'

orderingRoutes.post(CONFIRM_PATH, async (c) => {
  const form = await readForm(c, OrderForm)
  const invoice = readCheckoutInvoice(form.values)
  if (!form.ok) {
    if (form.problems.kind || form.problems.total) throw new AppError('INVALID_FIELD', { field: 'total' })
    return confirmPage(c, form.values, { ...form, problems: { ...invoice.problems, ...form.problems } })
  }
  if (!invoice.ok) return confirmPage(c, form.values, { values: form.values, problems: invoice.problems })
  try {
    const id = await placeOrder(c.var.db, viewerOf(c), { ...form.output, invoice: invoice.output })
    return goTo(c, `${pathOf(id)}/payment`)
  } catch (error) {
    if (error instanceof AppError && error.code === 'PAYMENT_UNAVAILABLE')
      return confirmPage(c, form.values, { values: form.values, problems: { method: METHOD_NOT_OFFERED } })
    // The page shows at the field why the coupon does not apply.
    if (isCouponRefused(error)) return confirmPage(c, form.values, { values: form.values })
    const status = error instanceof AppError && FORM_ERRORS[error.code]
    if (!status) throw error
    const { words, details } = error
    const problems = { form: words }
    return confirmPage(c, form.values, { values: form.values, problems, details }, status)
  }
})

const idOf = (c: Ctx) => c.req.param('id') ?? ''

/** The page for an order that is paid, or can no longer be paid. */
const finishPath = ({ id }: Order) => `/pay-finish?order=${id}`

orderingRoutes.get('/mgmt/orders/:id/payment', async (c) => {
  const { db } = c.var
  const order = await findOrder(db, viewerOf(c), idOf(c))
  const isWaiting = c.req.query('wait') !== undefined
  if (isWaiting) await queryGatewaySoon(db, order)
  const currentOrder = isWaiting ? await findOrder(db, viewerOf(c), order.id) : order
  if (currentOrder.state !== 'pending') {
    if (c.req.header('hx-request')) return c.body(null, 200, { 'HX-Redirect': finishPath(currentOrder) })
    return goTo(c, finishPath(currentOrder))
  }
  return paymentPage(c, currentOrder)
})

async function paymentPage(c: Ctx, order: Order, problems?: FormState['problems']) {
  const instructions = timeLeft(order) ? await begin(c, order) : null
  const slip = order.method === 'bank' ? await findSlip(c.var.db, order) : undefined
  const content = (
    <PaymentPage
      order={order}
      instructions={instructions}
      problems={problems}
      slip={slip?.erased_at ? undefined : slip}
      isUploaded={c.req.query('sent') !== undefined}
    />
  )
  const status = problems ? 422 : 200
  return page(c, content, { title: title(c, 'payment.title'), shell: 'mgmt', current: 'acctInfo', status })
}

orderingRoutes.post('/mgmt/orders/:id/slip', async (c) => {
  const { files } = await readFormWithFiles(c, v.object({}), 'slip', MAX_SLIP_BYTES)
  const order = await findOrder(c.var.db, viewerOf(c), idOf(c))
  if (order.method !== 'bank' || !timeLeft(order)) throw new AppError('ORDER_STATUS_WRONG')
  const slip = readSlip(files)
  if (typeof slip === 'string') return paymentPage(c, order, { slip })
  await storeSlip(c.var.db, order.id, slip)
  return goTo(c, `${pathOf(order.id)}/payment?sent`)
})

/** Begins the payment; undefined while the gateway does not answer. */
async function begin(c: Ctx, order: Order) {
  try {
    return await methodNamed(order.method)?.begin(c.var.db, order)
  } catch (error) {
    if (error instanceof AppError && error.code === 'PAYMENT_UNAVAILABLE') return undefined
    throw error
  }
}

orderingRoutes.get('/mgmt/orders/:id', async (c) => {
  const { order, choice } = await findOrderAndInvoice(c.var.db, viewerOf(c), idOf(c))
  const payments = await moneyReceived(c.var.db, order.id)
  const isJustClosed = c.req.query('closed') !== undefined
  return page(
    c,
    <OrderPage order={order} payments={payments} justClosed={isJustClosed} chosen={choice?.title ?? null} />,
    {
      title: order.number,
      shell: 'mgmt',
      current: 'acctInfo',
    },
  )
})

orderingRoutes.post('/mgmt/orders/:id/closure', async (c) => {
  await requireForm(c)
  await closeOrder(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, `${pathOf(idOf(c))}?closed`)
})

orderingRoutes.get('/mgmt/orders/:id/slip', async (c) => {
  const { id } = await findOrder(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, `${pathOf(id)}/payment`)
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
orderingRoutes.get('/mgmt/orders/:id/closure', async (c) => {
  const order = await findOrder(c.var.db, viewerOf(c), idOf(c))
  if (!mayClose(order)) return goTo(c, pathOf(order.id))
  const form = <ClosureForm order={order} />
  const heading = title(c, 'close')
  if (isFragmentRequest(c)) return fragment(c, <ActionDialog title={heading}>{form}</ActionDialog>)
  const content = <ActionPage title={heading}>{form}</ActionPage>
  return page(c, content, { title: heading, shell: 'mgmt', current: 'acctInfo' })
})

orderingRoutes.get('/mgmt/order-record', async (c) => {
  const viewer = viewerOf(c)
  const list = await listOrders(c.var.db, viewer, c.req.query('before') ?? '')
  const content = <OrderRecordPage {...list} isAdmin={viewer.role === 'admin'} />
  return page(c, content, { title: title(c, 'record.title'), shell: 'mgmt', current: 'acctInfo' })
})

/**
 * The return page of gateways. Its parameters prove nothing: the page shows the state of the order itself.
 */
orderingRoutes.get('/pay-finish', async (c) => {
  const { viewer, db } = c.var
  const id = c.req.query('order') ?? ''
  if (viewer && !id) return goTo(c, '/mgmt/order-record')
  const order = viewer && id ? await findOrder(db, viewer, id) : null
  if (order?.state === 'pending') await queryGatewaySoon(db, order)
  const currentOrder = order?.state === 'pending' ? await findOrder(db, viewer!, order.id) : order
  const shell = viewer ? 'mgmt' : 'public'
  const cancelled = c.req.query('cancelled') !== undefined
  return page(c, <PayFinishPage order={currentOrder} id={isId(id) ? id : ''} cancelled={cancelled} />, {
    title: title(c, 'finish.title'),
    shell,
  })
})
