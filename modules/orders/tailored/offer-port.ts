import type { Selectable } from 'kysely'
import type { Currency, Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { OrderTable } from '../schema.ts'

/** The columns of an order that concern its request. */
type TailoredOrder = Pick<Selectable<OrderTable>, 'id' | 'account_id' | 'request_id' | 'offer' | 'pay_until'>

/** An offer for a tailor-made document that its customer can order. */
export interface TailoredOffer {
  /** The number of the request, for people. */
  reference: string
  subject: string
  /** The number of the offer within the request, from 1. */
  offer: number
  /** The number of days from payment to delivery. */
  days: number
  /** The amounts, including tax. */
  amounts: Partial<Record<Currency, Money>>
  /** A payable order for this offer. */
  pendingOrderId: string | null
}

/** The interface to the module that handles the requests for tailor-made documents. */
export interface OfferPort {
  /**
   * The offer of a request. Throws NOT_FOUND, also for a request that the viewer may not see, and
   * CONSULTATION_STATUS_WRONG without an offer to accept.
   */
  find(db: Db, viewer: Viewer, requestId: string): Promise<TailoredOffer>
  /** Locks the request until the end of the transaction. */
  lock(trx: Db, requestId: string): Promise<void>
  /** An order of the request was placed. */
  placed(trx: Db, order: TailoredOrder): Promise<void>
  /** The order can no longer be paid. */
  ended(trx: Db, order: TailoredOrder): Promise<void>
  /** The order is paid, so the offer is accepted. Returns false if the offer can no longer be accepted. */
  paid(trx: Db, order: TailoredOrder): Promise<boolean>
  /** The payment was confirmed by mistake. Returns false if the document is already delivered. */
  reversed(trx: Db, order: TailoredOrder): Promise<boolean>
  /** A member of staff refunded the order in full. */
  refunded(trx: Db, order: TailoredOrder, by: { id: string; reason: string }): Promise<void>
}

let port: OfferPort | undefined

/** Sets the handler of tailored orders; called once, by the module that handles the requests. */
export function handleTailoredOrders(handler: OfferPort) {
  port = handler
}

export function offerPort(): OfferPort {
  if (!port) throw new Error('nothing handles requests for tailor-made documents')
  return port
}
