import { Readable } from 'node:stream'
import * as v from 'valibot'
import { requireAccountsDesk } from '#modules/accounts/index.ts'
import { translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { mediaType } from '#src/files/pictures/picture.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { openSlip } from '../../payments/bank/slip.ts'
import { methodsOfOrders } from '../../payments/registry.ts'
import { confirmTransfer, isLongBefore, isPaidAlready, TransferForm } from '../bank/confirm-transfer.ts'
import { refuseSlip, SlipRefusalForm } from '../bank/refuse-slip.ts'
import { reverseTransfer } from '../bank/reverse-transfer.ts'
import { Reason, refusal } from '../forms.ts'
import { findOrderForDesk } from './desk-order.ts'
import { orderLine, orderLineHead } from './order-lines.ts'
import { addOrderNote, NoteForm } from './order-note.ts'
import { type OrderFilter, readOrderFilter, searchOrders } from './order-search.ts'
import { DeskOrderPage } from './views/desk-order-page.tsx'
import { DeskOrdersPage } from './views/desk-orders-page.tsx'

export const deskOrderRoutes = routes()

const HOME = '/desk/orders'
const FRAME = { shell: 'mgmt', current: 'deskOrders' } as const

deskOrderRoutes.get(HOME, async (c) => {
  const filter = readOrderFilter(c.req.query())
  const list = await searchOrders(c.var.db, viewerOf(c), filter)
  const title = translate(c.var.locale)('desk.sales.orders')
  const view = <DeskOrdersPage {...list} filter={filter} methods={methodsOfOrders()} />
  return page(c, view, { title, ...FRAME })
})

deskOrderRoutes.get(`${HOME}.csv`, (c) => {
  const filter = readOrderFilter(c.req.query())
  const viewer = viewerOf(c)
  // Checks the permission before the first byte is sent.
  requireAccountsDesk(viewer)
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', 'attachment; filename="orders.csv"')
  const words = translate(c.var.locale)
  const lines = csvOf(c.var.db, viewer, filter, words)
  return c.body(Readable.toWeb(Readable.from(lines)) as ReadableStream)
})

/** Writes the file page by page, so that the whole list is never in memory. */
async function* csvOf(db: Db, viewer: Viewer, filter: OrderFilter, words: ReturnType<typeof translate>) {
  const encoder = new TextEncoder()
  yield encoder.encode(BYTE_ORDER_MARK + csvLines([orderLineHead(words)]))
  for (let before = ''; ; ) {
    const { rows, next } = await searchOrders(db, viewer, { ...filter, before }, 1000)
    yield encoder.encode(csvLines(rows.map((row) => orderLine(row, words))))
    if (!next) return
    before = next
  }
}

async function orderPage(c: Ctx, state: FormState & { hasOtherAmount?: boolean; again?: boolean } = {}) {
  const order = await findOrderForDesk(c.var.db, viewerOf(c), c.req.param('id') ?? '')
  const done = c.req.query('done')
  const content = <DeskOrderPage order={order} done={done} {...state} />
  return page(c, content, { title: order.number, ...FRAME, status: state.problems ? 422 : 200 })
}

const DETAIL_PATH = `${HOME}/:id`
const goToOrder = (c: Ctx, done: string) => goTo(c, `${HOME}/${c.req.param('id')}?done=${done}`)

deskOrderRoutes.get(DETAIL_PATH, (c) => orderPage(c))

deskOrderRoutes.get(`${DETAIL_PATH}/slip`, async (c) => {
  const order = await findOrderForDesk(c.var.db, viewerOf(c), c.req.param('id'))
  const { type, bytes } = await openSlip(c.var.db, order)
  c.header('Content-Type', mediaType(type))
  c.header('Content-Disposition', `attachment; filename="slip-${order.number}.${type}"`)
  c.header('Content-Security-Policy', `sandbox; default-src 'none'; frame-ancestors 'none'`)
  return c.body(new Uint8Array(bytes))
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['transfer', 'reversal', 'note', 'slip-refusal'])
  deskOrderRoutes.get(`${DETAIL_PATH}/${action}`, async (c) => {
    const { id } = await findOrderForDesk(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })

deskOrderRoutes.post(`${DETAIL_PATH}/transfer`, async (c) => {
  const form = await readForm(c, TransferForm)
  const id = c.req.param('id')
  const order = await findOrderForDesk(c.var.db, viewerOf(c), id)
  if (!form.ok) return orderPage(c, form)
  const { values, output } = form
  if (isLongBefore(output.day, order))
    return orderPage(c, { values, problems: { day: 'desk.problem.dayLongBefore' } })
  const hasOtherAmount = order.state !== 'paid' && output.amount !== order.total
  if (hasOtherAmount && !output.differs)
    return orderPage(c, { values, problems: { amount: 'desk.problem.amountDiffers' }, hasOtherAmount })
  try {
    const transfer = { amount: output.amount, reference: output.reference, at: output.day }
    const again = Boolean(output.again)
    const problem = await confirmTransfer(c.var.db, viewerOf(c), id, transfer, { again })
    return goToOrder(c, problem ? 'unsettled' : 'confirmed')
  } catch (error) {
    return orderPage(c, { values, problems: refusal(error, 'transfer'), again: isPaidAlready(error) })
  }
})

deskOrderRoutes.post(`${DETAIL_PATH}/note`, async (c) => {
  const form = await readForm(c, NoteForm)
  if (!form.ok) return orderPage(c, form)
  await addOrderNote(c.var.db, viewerOf(c), c.req.param('id'), form.output.note)
  return goToOrder(c, 'saved')
})

deskOrderRoutes.post(`${DETAIL_PATH}/slip-refusal`, async (c) => {
  const form = await readForm(c, SlipRefusalForm)
  const id = c.req.param('id')
  await findOrderForDesk(c.var.db, viewerOf(c), id)
  if (!form.ok) return orderPage(c, form)
  try {
    await refuseSlip(c.var.db, viewerOf(c), id, form.output)
    return goToOrder(c, 'slipRefused')
  } catch (error) {
    return orderPage(c, { values: form.values, problems: refusal(error, 'slip') })
  }
})

const ReversalForm = v.object({ reversalReason: Reason })

deskOrderRoutes.post(`${DETAIL_PATH}/reversal`, async (c) => {
  const form = await readForm(c, ReversalForm)
  const id = c.req.param('id')
  await findOrderForDesk(c.var.db, viewerOf(c), id)
  if (!form.ok) return orderPage(c, form)
  try {
    await reverseTransfer(c.var.db, viewerOf(c), id, form.output.reversalReason)
    return goToOrder(c, 'reversed')
  } catch (error) {
    return orderPage(c, { values: form.values, problems: refusal(error, 'reversal') })
  }
})
