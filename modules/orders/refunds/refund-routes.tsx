import * as v from 'valibot'
import { findOpenApproval } from '#src/auth/approval.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { BankReference } from '../desk/bank/confirm-transfer.ts'
import { refusal } from '../desk/forms.ts'
import { findOrderForDesk } from '../desk/orders/desk-order.ts'
import { methodNamed } from '../payments/registry.ts'
import { readPurchase } from './purchase.ts'
import { refundNeedsApproval, requestOrderRefund } from './refund-approval.ts'
import { decryptRefundForm, encryptRefundForm } from './refund-check.ts'
import { readRefund } from './refund-form.ts'
import { findRefunds } from './refund-list.ts'
import { applyRefund, checkRefund, type RefundPlan } from './refund-order.ts'
import { requestRefund } from './request-refund.ts'
import { settleTransfer } from './settle-transfer.ts'
import { RefundPage } from './views/refund-page.tsx'

/** The pages of the desk for refunding a settled order. */
export const refundRoutes = routes()

const REFUND_PATH = '/desk/orders/:id/refund'
const FRAME = { shell: 'mgmt', current: 'deskOrders' } as const
const idOf = (c: Ctx) => c.req.param('id') ?? ''
const goToRefund = (c: Ctx, done: string) => goTo(c, `/desk/orders/${idOf(c)}/refund?done=${done}`)

const byTransfer = ({ method }: Pick<RefundPlan['order'], 'method'>) => !methodNamed(method)?.refund

async function refundPage(c: Ctx, { plan, ...formState }: FormState & { plan?: RefundPlan } = {}) {
  const { db } = c.var
  const order = await findOrderForDesk(db, viewerOf(c), idOf(c))
  const purchase = await readPurchase(db, order)
  const list = await findRefunds(db, viewerOf(c), order.id)
  const pendingApproval = await findOpenApproval(db, 'refund', `order ${order.id}`)
  const needsApproval = plan !== undefined && (await refundNeedsApproval(db, viewerOf(c), plan))
  const content = (
    <RefundPage
      order={order}
      purchase={purchase}
      {...list}
      byTransfer={byTransfer(order)}
      plan={plan}
      pendingApproval={pendingApproval?.id}
      needsApproval={needsApproval}
      done={c.req.query('done')}
      {...formState}
    />
  )
  const title = translate(c.var.locale)('desk.refunds.title')
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

refundRoutes.get(REFUND_PATH, async (c) => {
  const encryptedForm = c.req.query('check')
  if (encryptedForm === undefined) return refundPage(c)
  const order = await findOrderForDesk(c.var.db, viewerOf(c), idOf(c))
  const values = decryptRefundForm(encryptedForm, { staffId: viewerOf(c).id, orderId: order.id })
  const form = values && readRefund(values, order.id, byTransfer(order))
  if (!form?.ok) return goTo(c, `/desk/orders/${order.id}/refund`)
  try {
    return await refundPage(c, {
      values: form.values,
      plan: await checkRefund(c.var.db, viewerOf(c), form.output),
    })
  } catch (error) {
    return refundPage(c, { values: form.values, problems: refusal(error, 'refund') })
  }
})

refundRoutes.post(REFUND_PATH, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const order = await findOrderForDesk(c.var.db, viewerOf(c), idOf(c))
  const form = readRefund(values, order.id, byTransfer(order))
  if (!form.ok) {
    if (form.problems.key) throw new AppError('INVALID_FIELD', { field: 'key' })
    return refundPage(c, form)
  }
  try {
    if (values.step !== 'apply') {
      await checkRefund(c.var.db, viewerOf(c), form.output)
      const encryptedForm = encryptRefundForm(values, { staffId: viewerOf(c).id, orderId: order.id })
      return goTo(c, `/desk/orders/${order.id}/refund?check=${encryptedForm}`)
    }
    const approvalRequest = { refund: form.output, form: values }
    const approval = await requestOrderRefund(c.var.db, viewerOf(c), approvalRequest)
    if (approval) return goTo(c, approval)
    const refundId = await c.var.db.transaction().execute((trx) => applyRefund(trx, viewerOf(c), form.output))
    fault('refund: after the commit')
    return goToRefund(c, await requestAndReport(c, refundId, byTransfer(order)))
  } catch (error) {
    return refundPage(c, { values, problems: refusal(error, 'refund') })
  }
})

/**
 * Requests the refund from its gateway immediately and returns the key of the message to show; if the
 * gateway does not answer, the job requests it again.
 */
async function requestAndReport(c: Ctx, refundId: string, transfer: boolean, again = false) {
  if (transfer) return 'refundToTransfer'
  const { state } = await requestRefund(c.var.db, refundId, { again })
  return state === 'done' ? 'refunded' : 'refundWaits'
}

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['refund-retry', 'refund-transfer'])
  refundRoutes.get(`/desk/orders/:id/${action}`, async (c) => {
    const { id } = await findOrderForDesk(c.var.db, viewerOf(c), idOf(c))
    return goTo(c, `/desk/orders/${id}/refund`)
  })

/** The id of the refund that a form names, if it is one of this order; '' otherwise. */
async function refundIdOfOrder(c: Ctx, refundId: string): Promise<string> {
  const { id } = await findOrderForDesk(c.var.db, viewerOf(c), idOf(c))
  const { refunds } = await findRefunds(c.var.db, viewerOf(c), id)
  return refunds.some((one) => one.id === refundId) ? refundId : ''
}

refundRoutes.post('/desk/orders/:id/refund-retry', async (c) => {
  const { values } = await readForm(c, v.object({ refund: v.optional(v.string(), '') }))
  const refundId = await refundIdOfOrder(c, values.refund ?? '')
  if (!refundId) throw new AppError('NOT_FOUND')
  return goToRefund(c, await requestAndReport(c, refundId, false, true))
})

const TransferForm = v.object({ refund: v.optional(v.string(), ''), handReference: BankReference })

refundRoutes.post('/desk/orders/:id/refund-transfer', async (c) => {
  const form = await readForm(c, TransferForm)
  const refundId = await refundIdOfOrder(c, form.values.refund ?? '')
  if (!refundId) throw new AppError('NOT_FOUND')
  if (!form.ok) return refundPage(c, form)
  const { handReference: reference } = form.output
  try {
    await settleTransfer(c.var.db, viewerOf(c), { refund: refundId, reference, reason: reference })
    return goToRefund(c, 'refunded')
  } catch (error) {
    return refundPage(c, { values: form.values, problems: refusal(error, 'byHand') })
  }
})
