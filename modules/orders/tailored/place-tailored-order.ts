import { requirePermission } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { InvoiceTitleChoice } from '../invoices/details/stored-title.ts'
import { requireFewOrders } from '../ordering/order-limits.ts'
import { insertOrder, lockOrders, placedBefore, storeInvoice } from '../ordering/place-order.ts'
import { requireMethod } from '../payments/registry.ts'
import type { MethodName, OrderLine } from '../schema.ts'
import { offerPort, type TailoredOffer } from './offer-port.ts'

/** The offer of a request. Throws NOT_FOUND, ACCESS_DENIED, CONSULTATION_STATUS_WRONG. */
export async function findTailoredOffer(db: Db, viewer: Viewer, requestId: string): Promise<TailoredOffer> {
  if (!isId(requestId)) throw new AppError('NOT_FOUND')
  requirePermission(viewer, 'order.create')
  return offerPort().find(db, viewer, requestId)
}

export interface TailoredPlacement {
  requestId: string
  /** The number of the offer that was read. */
  offer: number
  method: MethodName
  /** The price shown on the page, in minor units. */
  total: Money
  /** The idempotency key of the page. */
  key?: string
  /** The invoice to request once the order is paid. */
  invoice?: InvoiceTitleChoice | null
}

/**
 * Orders a tailor-made document as offered; returns the order that is already pending for the request, or
 * was placed with the same key. Throws the errors of `findTailoredOffer` and `requireFewOrders`,
 * CONSULTATION_STATUS_WRONG if a newer offer was made, ORDER_PRICE_CHANGED, and PAYMENT_UNAVAILABLE for a
 * method in a currency without an offered price.
 */
export async function placeTailoredOrder(
  db: Db,
  viewer: Viewer,
  { requestId, method: name, total, key, invoice, ...placement }: TailoredPlacement,
): Promise<string> {
  requirePermission(viewer, 'order.create')
  const method = requireMethod(name)
  const { currency } = method
  return db.transaction().execute(async (trx) => {
    await lockOrders(trx, viewer.teamId)
    const placedOrder = await placedBefore(trx, viewer, key)
    if (placedOrder) return placedOrder.id
    await offerPort().lock(trx, requestId)
    const { offer, amounts, pendingOrderId } = await offerPort().find(trx, viewer, requestId)
    if (pendingOrderId) return pendingOrderId
    await requireFewOrders(trx, viewer)
    if (offer !== placement.offer) throw new AppError('CONSULTATION_STATUS_WRONG')
    const amount = amounts[currency]
    if (!amount) throw new AppError('PAYMENT_UNAVAILABLE')
    if (amount !== total) throw new AppError('ORDER_PRICE_CHANGED')
    const order = await insertOrder(trx, viewer, {
      ...TAILORED_ORDER,
      lines: [lineOf(amount)],
      unitPrice: amount,
      total: amount,
      currency,
      method,
      key,
      tailored: { requestId, offer },
    })
    if (invoice) await storeInvoice(trx, viewer, order.id, invoice)
    await offerPort().placed(trx, order)
    return order.id
  })
}

const TAILORED_ORDER = {
  kind: 'tailored',
  package: 'tailored',
  period: 'once',
  quantity: 1,
  contents: null,
} as const

const lineOf = (amount: Money): OrderLine => ({
  what: 'price',
  package: 'tailored',
  period: 'once',
  quantity: 1,
  amount: String(amount),
})
