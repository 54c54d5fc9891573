import type { Hono } from 'hono'
import type { Locale } from '#src/core/i18n.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import type { Env } from '#src/http/web.ts'
import type { Order } from '../ordering/order.ts'
import type { MethodName } from '../schema.ts'

/** To whom an account at a bank belongs, and where it is. */
export interface BankDetails {
  holder: string
  bank: string
  branch: string
  number: string
  address: string
}

/** What the payer is shown: another page to go to, a picture to scan, or where to send the money. */
export type Begun = { go: string } | { qr: string } | { details: BankDetails }

/** Money that has come, by what a gateway's own books say. */
export interface Received {
  /** The gateway's number of it: the same number is the same money. */
  reference: string
  currency: Currency
  amount: Money
  at: Date
}

/**
 * The state of an order at a gateway: nothing arrived and something still may, nothing can any more, or this
 * has.
 */
export type PaymentStatus = { state: 'open' | 'closed' } | { state: 'paid'; received: Received[] }

export interface Refund {
  order: Pick<Order, 'number' | 'total' | 'currency'>
  payment: Pick<Received, 'reference' | 'amount' | 'currency'>
  amount: Money
  /** The same key gives back once: at most 64 letters, digits, - and _. */
  key: string
  reason: string
}

/** What a gateway sends of its own accord, to `/payments/<name>/callback`. */
export interface Callbacks {
  /**
   * The number of the order that it speaks of ('' where it names none), once its signature is found right;
   * null for whatever the gateway did not send to us. Throws where that could not be found out, so that the
   * gateway comes again.
   */
  read(headers: Headers, body: string): Promise<string | null>
  /**
   * What a callback that was kept says of money that came, for our books to be compared with and for nothing
   * else; null where it speaks of none, or cannot be read any more. Without a time it came about when the
   * callback did.
   */
  tells(body: string): Promise<(Omit<Received, 'at'> & { at?: Date }) | null>
  /** Of its headers, those that its signature needs. */
  headers: string[]
  /** How the gateway wants to hear that a callback was taken, and how that it was not. */
  taken: Reply
  refused: Reply
}

export interface Reply {
  status: 200 | 204 | 400 | 401
  body: string
}

/**
 * The interface of every payment method; registry.ts lists them all. A method keeps its addresses and its
 * signatures to itself. Nothing that a gateway says of its own accord is believed: whatever comes is
 * verified, kept as it came (`keepCallback`), answered, and then the gateway is asked (`ask`). What it
 * answers settles the order.
 */
export interface PaymentMethod {
  name: MethodName
  currency: Currency
  /** Milliseconds in which an order is to be paid. */
  within: number
  /** Whether it is configured here, and for readers of this language. */
  offered(locale: Locale): boolean
  /**
   * Begins the payment, or continues the one begun before, so that two requests pay once. Throws
   * PAYMENT_UNAVAILABLE while the gateway does not answer.
   */
  begin(db: Db, order: Order): Promise<Begun>
  /** Asks the gateway. Throws when it does not answer, or not as it should. */
  ask?(db: Db, order: Order): Promise<PaymentStatus>
  /** Ends it there, so that nobody can pay any more. */
  close?(db: Db, order: Order): Promise<void>
  /** Gives money back; answers the gateway's number of that. */
  refund?(db: Db, refund: Refund): Promise<string>
  callbacks?: Callbacks
  /** Pages of its own. */
  routes?: Hono<Env>
}
