import * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { findOrder, type Order, timeLeft } from '../../ordering/order.ts'
import { isPaidAtSandbox, payAtSandbox } from './sandbox-books.ts'
import { SandboxPage } from './sandbox-page.tsx'

/** The page of the simulated gateway. */
export const sandboxRoutes = routes()

const SANDBOX_PATH = '/mgmt/orders/:id/sandbox'

/** Throws NOT_FOUND outside a demo. */
async function orderAt(c: Ctx) {
  if (!config.demo) notFound()
  const order = await findOrder(c.var.db, viewerOf(c), c.req.param('id') ?? '')
  return order.method === 'sandbox' ? order : notFound()
}

const finishPath = ({ id }: Pick<Order, 'id'>) => `/pay-finish?order=${id}`

/** Whether the order can no longer be paid: it was paid in another tab, or the deadline has passed. */
const isOver = async (c: Ctx, order: Order) => !timeLeft(order) || (await isPaidAtSandbox(c.var.db, order))

sandboxRoutes.get(SANDBOX_PATH, async (c) => {
  const order = await orderAt(c)
  if (await isOver(c, order)) return goTo(c, finishPath(order))
  const title = translate(c.var.locale)('orders.sandbox.title')
  return page(c, <SandboxPage order={order} />, { title, shell: 'slim' })
})

const Answer = v.object({ answer: v.picklist(['pay', 'less', 'refuse']) })

sandboxRoutes.post(SANDBOX_PATH, async (c) => {
  const form = await readForm(c, Answer)
  const order = await orderAt(c)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: 'answer' })
  const { answer } = form.output
  if (answer !== 'refuse' && !(await isOver(c, order))) {
    const { number, total, currency } = order
    const amount = answer === 'pay' ? total : total - 1n
    await payAtSandbox(c.var.db, { number, amount, currency })
  }
  return goTo(c, finishPath(order))
})
