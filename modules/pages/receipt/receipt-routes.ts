import { findProfile, findViewer } from '#modules/accounts/index.ts'
import { findCreditNote, findOrder } from '#modules/orders/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { printCreditNote } from './credit-note.ts'
import { printReceipt } from './receipt.ts'

export const receiptRoutes = routes()

const requestedIds = (c: Ctx) => ({ order: c.req.param('id') ?? '', refund: c.req.param('refund') ?? '' })

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
  const note = await findCreditNote(db, viewer, requestedIds(c))
  const bytes = await printCreditNote(note, await findProfile(db, viewer), locale)
  const name = translate(locale)('orders.creditNote.fileName', { number: note.number })
  return sendAttachment(c, `${name}.pdf`, 'application/pdf', bytes)
})

// The credit note for our staff; without names if the account was erased.
receiptRoutes.get('/desk/orders/:id/refunds/:refund/credit-note.pdf', async (c) => {
  const { db, locale } = c.var
  const note = await findCreditNote(db, viewerOf(c), requestedIds(c), { atDesk: true })
  const buyer = await findViewer(db, note.account_id)
  const buyerProfile = buyer
    ? await findProfile(db, buyer)
    : { companyName: note.buyer_name, credit_code: null }
  const bytes = await printCreditNote(note, buyerProfile, locale)
  const name = translate(locale)('orders.creditNote.fileName', { number: note.number })
  return sendAttachment(c, `${name}.pdf`, 'application/pdf', bytes)
})
