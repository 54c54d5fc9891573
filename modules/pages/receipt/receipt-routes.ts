import { findProfile } from '#modules/accounts/index.ts'
import { findOrder } from '#modules/orders/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { routes, viewerOf } from '#src/http/web.ts'
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
