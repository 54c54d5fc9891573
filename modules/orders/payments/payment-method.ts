import type { Hono } from 'hono'
import type { Locale } from '#src/core/i18n.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import type { Env } from '#src/http/web.ts'
import type { Order } from '../ordering/order.ts'
import type { MethodName } from '../schema.ts'

/** The owner and the bank of an account. */
export interface BankDetails {
  holder: string
  bank: string
  branch: string
  number: string
  address: string
  /** The code of the branch in China's payment system (联行号), 12 digits. */
  code?: string
}

/** The details in the order in which banks require them. */
export const BANK_DETAILS = ['holder', 'bank', 'branch', 'code', 'number', 'address'] as const

/** The instructions for the payer: a page to open, a QR code to scan, or a bank account. */
export type PaymentInstructions = { go: string } | { qr: string } | { details: BankDetails }

/** A payment according to the gateway's records. */
export interface ReceivedPayment {
  /** The gateway's reference; equal references mean the same payment. */
  reference: string
  currency: Currency
  amount: Money
  at: Date
}

/** The state of an order at a gateway: unpaid and open, unpaid and closed, or paid. */
export type PaymentStatus = { state: 'open' | 'closed' } | { state: 'paid'; received: ReceivedPayment[] }

export interface Refund {
  order: Pick<Order, 'number' | 'total' | 'currency'>
  payment: Pick<ReceivedPayment, 'reference' | 'amount' | 'currency'>
  amount: Money
  /** Idempotency key: at most 64 letters, digits, - and _. */
  key: string
  reason: string
}

/** A payer's agreement with a gateway, under which we charge orders without an action of the payer. */
export interface Agreement {
  /** Our number: 32 letters and digits. */
  number: string
  /** The gateway's number, once the agreement is concluded. */
  reference: string | null
  /** The number of months between two charges. */
  months: 1 | 12
  /** The maximum amount of one charge. */
  limit: Money
  firstChargeAt: Date
}

/** Not concluded, concluded and valid, or ended. */
export type AgreementStatus = { state: 'open' | 'ended' } | { state: 'active'; reference: string }

/**
 * The gateway's answer to a charge. 'requested': it accepts the charge or has not decided, so the order must
 * be queried; otherwise the reason of its refusal: the payer has no money there, the agreement has ended, or
 * another reason.
 */
export type ChargeAnswer = 'requested' | 'money' | 'agreement' | 'refused'

/** The agreements of a gateway that charges orders without an action of the payer. */
export interface Agreements {
  /**
   * The page on which the payer concludes the agreement; the gateway then redirects to
   * `/payments/<name>/return`.
   */
  begin(db: Db, agreement: Agreement, mandateId: string): Promise<{ go: string }>
  /** Throws when there is no valid answer. */
  query(db: Db, agreement: Agreement): Promise<AgreementStatus>
  /** Ends an agreement; does nothing if it has ended already. Throws when there is no valid answer. */
  end(db: Db, agreement: Agreement): Promise<void>
  /**
   * Charges an order. Its number is the idempotency key, so that repeated calls charge it once. Throws when
   * there is no valid answer.
   */
  charge(db: Db, agreement: Agreement, order: Order): Promise<ChargeAnswer>
}

/** Callbacks that a gateway sends to `/payments/<name>/callback`. */
export interface Callbacks {
  /**
   * Verifies the signature and returns the number of the order or of the agreement ('' if there is none);
   * null for a forged callback. Throws if it cannot be verified now, so that the gateway sends it again.
   */
  read(headers: Headers, body: string): Promise<string | null>
  /**
   * The payment reported in a stored callback, only for reconciliation; null if it reports none or is no
   * longer readable. Without a time, the time of the callback applies.
   */
  reportedPayment(body: string): Promise<(Omit<ReceivedPayment, 'at'> & { at?: Date }) | null>
  /** The headers that are needed to verify the signature. */
  headers: string[]
  /** The response that the gateway expects to an accepted and to a refused callback. */
  accepted: Reply
  refused: Reply
}

export interface Reply {
  status: 200 | 204 | 400 | 401
  body: string
}

/**
 * The interface of every payment method; registry.ts lists all methods. A method encapsulates its addresses
 * and signatures. A callback is not trusted: it is verified, stored unchanged (`storeCallback`) and
 * acknowledged, and then the gateway is queried (`query`). Only the answer to that query settles the order.
 */
export interface PaymentMethod {
  name: MethodName
  currency: Currency
  /** The milliseconds within which an order must be paid. */
  timeLimit: number
  /** Whether the method is configured, and offered to readers of this language. */
  isOffered(locale: Locale): boolean
  /**
   * Begins the payment, or continues an earlier one, so that two requests pay once. Throws
   * PAYMENT_UNAVAILABLE while the gateway does not answer.
   */
  begin(db: Db, order: Order): Promise<PaymentInstructions>
  /** Queries the gateway. Throws when there is no valid response. */
  query?(db: Db, order: Order): Promise<PaymentStatus>
  /** Closes the payment at the gateway, so that the order can no longer be paid. */
  close?(db: Db, order: Order): Promise<void>
  /** Refunds money; returns the gateway's reference of the refund. */
  refund?(db: Db, refund: Refund): Promise<string>
  /**
   * The merchant bill of a day (yyyy-MM-dd in Shanghai) as a file, CSV or a ZIP archive of CSV; null if the
   * service reports that it has none. Throws NotYet while it is being made, and when there is no valid
   * answer.
   */
  bill?(day: string): Promise<Uint8Array | null>
  /** The agreements for automatic renewals, which are charged without an action of the payer. */
  agreements?: Agreements
  callbacks?: Callbacks
  /** The pages of the method. */
  routes?: Hono<Env>
}
