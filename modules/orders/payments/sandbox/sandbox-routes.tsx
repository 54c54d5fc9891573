import * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { findOrder } from '../../ordering/order.ts'
import { payAtSandbox } from './sandbox-books.ts'
import { SandboxPage } from './sandbox-page.tsx'

/** The page of the gateway that is played. */
export const sandboxRoutes = routes()

const AT = '/mgmt/orders/:id/sandbox'

/** Throws NOT_FOUND outside a demo. */
async function orderAt(c: Ctx) {
  if (!config.demo) notFound()
  const order = await findOrder(c.var.db, viewerOf(c), c.req.param('id') ?? '')
  return order.method === 'sandbox' ? order : notFound()
}

sandboxRoutes.get(AT, async (c) => {
  const order = await orderAt(c)
  const title = translate(c.var.locale)('orders.sandbox.title')
  return page(c, <SandboxPage order={order} />, { title, shell: 'slim' })
})

const Answer = v.object({ answer: v.picklist(['pay', 'less', 'refuse']) })

sandboxRoutes.post(AT, async (c) => {
  const form = await readForm(c, Answer)
  const { id, number, total, currency } = await orderAt(c)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: 'answer' })
  const { answer } = form.output
  if (answer !== 'refuse') {
    const amount = answer === 'pay' ? total : total - 1n
    await payAtSandbox(c.var.db, { number, amount, currency })
  }
  return goTo(c, `/pay-finish?order=${id}`)
})
