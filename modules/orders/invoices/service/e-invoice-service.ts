import type { Money } from '#src/core/money.ts'
import type { InvoiceFiles } from '../files/invoice-file.ts'
import type { InvoiceRequest } from '../invoice-form.ts'

/** A request to a service to issue an invoice. */
export interface EInvoiceRequest extends InvoiceRequest {
  /** Our number; a repeated request with the same number is issued once. */
  requestNumber: string
  orderNumber: string
  /** The name of the goods, in Chinese. */
  item: string
  /** In fen, including tax. */
  amount: Money
}

/** 红冲: the reversal of an issued invoice, in part or in full. */
export interface EInvoiceReversal {
  /** Our number; a repeated request with the same number is reversed once. */
  requestNumber: string
  invoiceNumber: string
  kind: InvoiceRequest['kind']
  amount: Money
}

export type UnfinishedOutcome = { state: 'pending' } | { state: 'failed'; reason: string }
export type IssueOutcome =
  | { state: 'issued'; number: string; issuedAt: Date; files: InvoiceFiles }
  | UnfinishedOutcome
/** The outcome, with the number of the red-letter invoice, and its files if the service has them. */
export type ReversalOutcome = { state: 'issued'; number: string; files: InvoiceFiles } | UnfinishedOutcome

/**
 * A service that issues fully digitalised e-invoices. Every function throws if the service does not answer.
 */
export interface EInvoiceService {
  /** Submits a request; returns the service's id. */
  issue(request: EInvoiceRequest): Promise<string>
  query(id: string): Promise<IssueOutcome>
  reverse(reversal: EInvoiceReversal): Promise<string>
  queryReversal(id: string): Promise<ReversalOutcome>
}
