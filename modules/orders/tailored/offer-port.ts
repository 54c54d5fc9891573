import type { Selectable } from 'kysely'
import type { Currency, Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { OrderTable } from '../schema.ts'

/** An order, as far as its request is concerned. */
type TailoredOrder = Pick<Selectable<OrderTable>, 'id' | 'account_id' | 'request_id' | 'offer' | 'pay_until'>

/** An offer for a tailor-made document, as its customer can order it. */
export interface TailoredOffer {
  /** The number of the request, for people. */
  reference: string
  subject: string
  /** 1, 2, 3 … within the request. */
  offer: number
  /** From payment to delivery. */
  days: number
  /** Including tax. */
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
  /** It can no longer be paid. */
  ended(trx: Db, order: TailoredOrder): Promise<void>
  /** It is paid, so the offer is accepted. Returns false if that offer can no longer be accepted. */
  paid(trx: Db, order: TailoredOrder): Promise<boolean>
  /** Its payment was confirmed by mistake. Returns false if the document is already delivered. */
  reversed(trx: Db, order: TailoredOrder): Promise<boolean>
  /** It is refunded in full by a member of staff. */
  refunded(trx: Db, order: TailoredOrder, by: { id: string; reason: string }): Promise<void>
}

let port: OfferPort | undefined

/** Called once, by the module that handles the requests. */
export function handleTailoredOrders(handler: OfferPort) {
  port = handler
}

export function offerPort(): OfferPort {
  if (!port) throw new Error('nothing handles requests for tailor-made documents')
  return port
}
