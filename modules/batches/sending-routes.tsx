import { requirePermission } from '#modules/accounts/index.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { type Batch, findBatch } from './batch.ts'
import { readOrder } from './order-form.ts'
import { beginSending, orderOf, SENDABLE_STATES, storeOrder } from './send-documents.ts'
import { digestOf, reviewSending } from './sending-review.ts'
import { columnsOf, headsOf } from './table/columns.ts'
import { OrderPage } from './views/order-page.tsx'
import { SendingPage } from './views/sending-page.tsx'

/** Pages on which the drafts of a batch are finalised and sent. */
export const sendingRoutes = routes()

const HOME = '/mgmt/batches'
const FRAME = { shell: 'mgmt', current: 'myDocs' } as const

const titleOf = (c: Ctx, key: 'order.title' | 'sending.title') => translate(c.var.locale)(`batches.${key}`)

function findSendable(c: Ctx) {
  requirePermission(viewerOf(c), 'document.finalise')
  requirePermission(viewerOf(c), 'document.sign')
  return findBatch(c.var.db, viewerOf(c), c.req.param('id')!)
}

const goToBatch = (c: Ctx) => goTo(c, `${HOME}/${c.req.param('id')}`)

sendingRoutes.get(`${HOME}/:id/signing-order`, async (c) => {
  const batch = await findSendable(c)
  if (!SENDABLE_STATES.includes(batch.state)) return goToBatch(c)
  const content = <OrderPage batch={batch} order={orderOf(batch)} />
  return page(c, content, { title: titleOf(c, 'order.title'), ...FRAME })
})

sendingRoutes.post(`${HOME}/:id/signing-order`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const batch = await findSendable(c)
  const result = readOrder(batch, values)
  if (!('order' in result)) {
    const content = <OrderPage batch={batch} order={orderOf(batch)} {...result} />
    return page(c, content, { title: titleOf(c, 'order.title'), ...FRAME, status: 422 })
  }
  await storeOrder(c.var.db, viewerOf(c), batch.id, result.order)
  return goTo(c, `${HOME}/${batch.id}/sending`)
})

async function reviewOf(c: Ctx, batch: Batch) {
  const order = orderOf(batch)
  return { order, review: await reviewSending(c.var.db, viewerOf(c), batch, order) }
}

function sendingPage(
  c: Ctx,
  batch: Batch,
  reviewed: Awaited<ReturnType<typeof reviewOf>>,
  refusal?: { confirmed: string[]; isChanged: boolean },
) {
  const columns = columnsOf(batch)
  const heads = headsOf(batch, columns, c.var.locale)
  const headOf = new Map(columns.map(({ id }, index) => [id, heads[index]!]))
  const content = <SendingPage batch={batch} {...reviewed} heads={headOf} {...refusal} />
  return page(c, content, { title: titleOf(c, 'sending.title'), ...FRAME, status: refusal ? 422 : 200 })
}

sendingRoutes.get(`${HOME}/:id/sending`, async (c) => {
  const batch = await findSendable(c)
  if (!SENDABLE_STATES.includes(batch.state)) return goToBatch(c)
  return sendingPage(c, batch, await reviewOf(c, batch))
})

/**
 * All points must be confirmed on this page: otherwise the person might believe that all documents are sent
 * when only some are.
 */
sendingRoutes.post(`${HOME}/:id/sending`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const confirmed = Object.keys(values).filter((name) => values[name] === 'yes')
  const batch = await findSendable(c)
  const reviewed = await reviewOf(c, batch)
  const isChanged = values.reviewed !== digestOf(reviewed.review, reviewed.order)
  if (isChanged || !reviewed.review.points.every(({ confirmation }) => confirmed.includes(confirmation)))
    return sendingPage(c, batch, reviewed, { confirmed, isChanged })
  await beginSending(c.var.db, viewerOf(c), batch.id, {
    locale: c.var.locale,
    confirmed,
    reviewedDigest: values.reviewed,
  })
  return goToBatch(c)
})
