import * as v from 'valibot'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { decimal } from '#src/core/money.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { requestPaymentRefund } from '../../refunds/refund-approval.ts'
import { PaymentRefundForm } from '../../refunds/refund-form.ts'
import { refundPayment, retryRefund } from '../../refunds/refund-payment.ts'
import { settleTransfer } from '../../refunds/settle-transfer.ts'
import { BankReference } from '../bank/confirm-transfer.ts'
import { Reason, refusal } from '../forms.ts'
import { readOrderFilter, searchOrders } from '../orders/order-search.ts'
import { applyPayment } from './apply-payment.ts'
import { applyTogether } from './apply-together.ts'
import { chooseOrder } from './choose-order.ts'
import { canChooseOrder, type DeskPayment, findPayment, listUnsettled, readPaymentFilter } from './payment.ts'
import { PaymentPage } from './views/payment-page.tsx'
import { PaymentsPage } from './views/payments-page.tsx'
import { voidPayment } from './void-payment.ts'

export const paymentRoutes = routes()

const HOME = '/desk/payments'
const FRAME = { shell: 'mgmt', current: 'deskOrders' } as const

paymentRoutes.get(HOME, async (c) => {
  const filter = readPaymentFilter(c.req.query())
  const list = await listUnsettled(c.var.db, viewerOf(c), filter)
  const title = translate(c.var.locale)('desk.sales.payments')
  return page(c, <PaymentsPage {...list} filter={filter} done={c.req.query('done')} />, { title, ...FRAME })
})

/** The orders to choose from: found by the search, by the number in the remark, or by the amount. */
async function orderChoice(c: Ctx, { amount, line, order_id }: DeskPayment) {
  const orderNumber = line?.remark.match(/QO\d{10,12}/)?.[0]
  const likelyKeyword = order_id ? '' : (orderNumber ?? decimal(amount))
  const filter = readOrderFilter({ keyword: c.req.query('keyword') ?? likelyKeyword })
  const { keyword } = filter
  const { rows } = keyword ? await searchOrders(c.var.db, viewerOf(c), filter, 10) : { rows: [] }
  return { rows, keyword }
}

async function paymentPage(c: Ctx, formState: FormState = {}) {
  const payment = await findPayment(c.var.db, viewerOf(c), c.req.param('id') ?? '')
  const title = translate(c.var.locale)('desk.payments.title')
  const choice = canChooseOrder(payment) ? await orderChoice(c, payment) : null
  const props = { payment, choice, viewerId: viewerOf(c).id, done: c.req.query('done') }
  const content = <PaymentPage {...props} {...formState} />
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

const DETAIL_PATH = `${HOME}/:id`
const goToPayment = (c: Ctx, done: string) => goTo(c, `${HOME}/${c.req.param('id')}?done=${done}`)

paymentRoutes.get(DETAIL_PATH, (c) => paymentPage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of [
  'application',
  'joint-application',
  'order',
  'voiding',
  'refund',
  'refund-retry',
  'refund-by-hand',
])
  paymentRoutes.get(`${DETAIL_PATH}/${action}`, async (c) => {
    const { id } = await findPayment(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })

paymentRoutes.post(`${DETAIL_PATH}/application`, async (c) => {
  const form = await readForm(c, v.object({ applyReason: Reason }))
  const { id } = await findPayment(c.var.db, viewerOf(c), c.req.param('id'))
  if (!form.ok) return paymentPage(c, form)
  try {
    await applyPayment(c.var.db, viewerOf(c), id, form.output.applyReason)
    return goToPayment(c, 'applied')
  } catch (error) {
    return paymentPage(c, { values: form.values, problems: refusal(error, 'application') })
  }
})

paymentRoutes.post(`${DETAIL_PATH}/joint-application`, async (c) => {
  const form = await readForm(c, v.object({ jointReason: Reason }))
  const { id } = await findPayment(c.var.db, viewerOf(c), c.req.param('id'))
  if (!form.ok) return paymentPage(c, form)
  try {
    await applyTogether(c.var.db, viewerOf(c), id, form.output.jointReason)
    return goToPayment(c, 'applied')
  } catch (error) {
    return paymentPage(c, { values: form.values, problems: refusal(error, 'joint') })
  }
})

paymentRoutes.post(`${DETAIL_PATH}/voiding`, async (c) => {
  const form = await readForm(c, v.object({ voidReason: Reason }))
  const { id } = await findPayment(c.var.db, viewerOf(c), c.req.param('id'))
  if (!form.ok) return paymentPage(c, form)
  try {
    await voidPayment(c.var.db, viewerOf(c), id, form.output.voidReason)
    return goTo(c, `${HOME}?done=voided`)
  } catch (error) {
    return paymentPage(c, { values: form.values, problems: refusal(error, 'void') })
  }
})

paymentRoutes.post(`${DETAIL_PATH}/order`, async (c) => {
  const form = await readForm(c, v.object({ order: v.optional(v.string(), '') }))
  try {
    const problem = await chooseOrder(c.var.db, viewerOf(c), c.req.param('id'), form.values.order ?? '')
    return goToPayment(c, problem ? 'chosen' : 'applied')
  } catch (error) {
    return paymentPage(c, { problems: refusal(error, 'order') })
  }
})

paymentRoutes.post(`${DETAIL_PATH}/refund`, async (c) => {
  const form = await readForm(c, PaymentRefundForm)
  const { id } = await findPayment(c.var.db, viewerOf(c), c.req.param('id'))
  if (!form.ok) return paymentPage(c, form)
  if (!form.output.key) throw new AppError('INVALID_FIELD', { field: 'key' })
  try {
    const approvalRequest = { refund: form.output, form: form.values }
    const approval = await requestPaymentRefund(c.var.db, viewerOf(c), id, approvalRequest)
    if (approval) return goTo(c, approval)
    const done = await refundPayment(c.var.db, viewerOf(c), id, form.output)
    return goToPayment(c, done ? 'refunded' : 'refundWaits')
  } catch (error) {
    return paymentPage(c, { values: form.values, problems: refusal(error, 'refund') })
  }
})

paymentRoutes.post(`${DETAIL_PATH}/refund-retry`, async (c) => {
  const form = await readForm(c, v.object({ refund: v.optional(v.string(), '') }))
  const { id } = await findPayment(c.var.db, viewerOf(c), c.req.param('id'))
  const done = await retryRefund(c.var.db, viewerOf(c), id, form.values.refund ?? '')
  return goToPayment(c, done ? 'refunded' : 'refundWaits')
})

const HandForm = v.object({
  refund: v.optional(v.string(), ''),
  handReference: BankReference,
  handReason: Reason,
})

paymentRoutes.post(`${DETAIL_PATH}/refund-by-hand`, async (c) => {
  const form = await readForm(c, HandForm)
  const { refunds } = await findPayment(c.var.db, viewerOf(c), c.req.param('id'))
  if (!form.ok) return paymentPage(c, form)
  const { refund, handReference: reference, handReason: reason } = form.output
  if (!refunds.some(({ id }) => id === refund)) notFound()
  try {
    await settleTransfer(c.var.db, viewerOf(c), { refund, reference, reason })
    return goToPayment(c, 'refunded')
  } catch (error) {
    return paymentPage(c, { values: form.values, problems: refusal(error, 'byHand') })
  }
})
