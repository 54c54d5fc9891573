import { findProfile } from '#modules/accounts/index.ts'
import { findCreditNote, findOrder } from '#modules/orders/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { routes, viewerOf } from '#src/http/web.ts'
import { printCreditNote } from './credit-note.ts'
import { printReceipt } from './receipt.ts'

export const receiptRoutes = routes()

receiptRoutes.get('/mgmt/orders/:id/receipt.pdf', async (c) => {
  const { db, locale } = c.var
  const order = await findOrder(db, viewerOf(c), c.req.param('id'))
  if (order.state !== 'paid') throw new AppError('ORDER_STATUS_WRONG')
  const bytes = await printReceipt(order, await findProfile(db, viewerOf(c)), locale)
  const name = translate(locale)('orders.receipt.fileName', { number: order.number })
  return sendAttachment(c, `${name}.pdf`, 'application/pdf', bytes)
})

receiptRoutes.get('/mgmt/orders/:id/refunds/:refund/credit-note.pdf', async (c) => {
  const { db, locale } = c.var
  const viewer = viewerOf(c)
  const note = await findCreditNote(db, viewer, c.req.param('id'), c.req.param('refund'))
  const bytes = await printCreditNote(note, await findProfile(db, viewer), locale)
  const name = translate(locale)('orders.creditNote.fileName', { number: note.number })
  return sendAttachment(c, `${name}.pdf`, 'application/pdf', bytes)
})
