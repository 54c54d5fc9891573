import type { Hono } from 'hono'
import type { Db } from '#src/app/database.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Currency, Money } from '#src/core/money.ts'
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

/** How an order stands at a gateway: nothing has come and something still may, nothing can any more, or this has. */
export type Asked = { state: 'open' | 'closed' } | { state: 'paid'; received: Received[] }

export interface Refund {
  order: Pick<Order, 'number' | 'total' | 'currency'>
  payment: Pick<Received, 'reference' | 'amount' | 'currency'>
  amount: Money
  /** The same key gives back once. */
  key: string
  reason: string
}

/**
 * The port every way to pay stands behind; registry.ts names them all. A method keeps its addresses and its
 * signatures to itself. Nothing that a gateway says of its own accord is believed: whatever comes is verified, kept as
 * it came (`keepCallback`), answered, and then the gateway is asked (`ask`). What it answers settles the order.
 */
export interface PaymentMethod {
  name: MethodName
  currency: Currency
  /** Milliseconds in which an order is to be paid. */
  within: number
  /** Whether it is configured here, and for readers of this language. */
  offered(locale: Locale): boolean
  /**
   * Begins the payment, or goes on with the one begun before: whoever asks twice pays once. Throws
   * PAYMENT_UNAVAILABLE while the gateway does not answer.
   */
  begin(db: Db, order: Order): Promise<Begun>
  /** Asks the gateway. Throws when it does not answer, or not as it should. */
  ask?(db: Db, order: Order): Promise<Asked>
  /** Ends it there, so that nobody can pay any more. */
  close?(db: Db, order: Order): Promise<void>
  /** Gives money back; answers the gateway's number of that. */
  refund?(db: Db, refund: Refund): Promise<string>
  /** Where its callbacks come, and pages of its own. */
  routes?: Hono<Env>
}
