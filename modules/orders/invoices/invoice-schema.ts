import type { ColumnType, Generated } from 'kysely'
import type { Money } from '#src/core/money.ts'
import type { FileFormat } from './files/invoice-file.ts'

/** 增值税普通发票 and 增值税专用发票. */
export const INVOICE_KINDS = ['ordinary', 'special'] as const
export const TITLE_KINDS = ['company', 'individual', 'abroad'] as const

export const INVOICE_STATES = ['requested', 'issued', 'refused', 'reversed'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** The recipient on an invoice. */
export interface InvoiceDetails {
  kind: (typeof INVOICE_KINDS)[number]
  title_kind: (typeof TITLE_KINDS)[number]
  title: string
  /** The tax number; '' for an individual, and possibly for a company abroad. */
  tax_number: string
  /** These four columns are printed on a special invoice only. */
  address: string
  phone: string
  bank: string
  bank_account: string
  email: string
}

/** The title that a team has stored for its next invoices. */
export interface InvoiceTitleTable extends InvoiceDetails {
  team_id: string
  set_at: Date
}

/** The invoice that is requested once an order is paid. */
export interface InvoiceChoiceTable extends InvoiceDetails {
  order_id: string
  asked_by: string
  asked_at: Date
}

/** The invoice (fapiao) of an order: recipient and state. At most one per order is open. */
export interface InvoiceTable extends InvoiceDetails {
  id: string
  order_id: string
  asked_by: string
  state: InvoiceState
  /** The price of the order minus its refunds until the invoice was issued; null for the whole price. */
  amount: ColumnType<Money | null, Money | undefined, Money>
  /** The number, the day and the formats of the files in the store, set when the invoice is issued. */
  number: string | null
  issued_at: ColumnType<Date | null, undefined, Date>
  files: ColumnType<FileFormat[], undefined, FileFormat[]>
  /** The member of staff who sent it to the service. */
  sent_by: ColumnType<string | null, undefined, string>
  /** The progress of the service; null until the invoice is sent to it. */
  sent_at: ColumnType<Date | null, undefined, Date | null>
  attempt: ColumnType<number, undefined, number>
  submission: ColumnType<string | null, undefined, string | null>
  /** The reason why the service has not issued the invoice; '' if the service did not answer. */
  failure: ColumnType<string | null, undefined, string | null>
  /** The reason of a refusal or reversal. */
  reason: ColumnType<string, string | undefined, string>
  asked_at: Date
  /** The end of the last day for our answer. */
  due_at: Date | null
  /** The member of staff who handles the invoice. */
  owner_id: Generated<string | null>
  /** A colleague's note when handing it to the owner. */
  owner_note: Generated<string | null>
}

/** The log of actions on an invoice. */
export interface InvoiceActionTable {
  id: string
  invoice_id: string
  account_id: string
  action: 'request' | 'change' | 'send' | 'fail' | 'issue' | 'refuse' | 'reverse' | 'reduce' | 'red-letter'
  /** The invoice number, the reason, or the new amount. */
  words: string
  at: Date
}

/** 红冲: an issued invoice that is reversed, in part or in full. */
export interface InvoiceReversalTable {
  id: string
  invoice_id: string
  /** The refund; null if staff reversed the whole invoice for another reason. */
  refund_id: string | null
  amount: Money
  /** The number of the red-letter invoice; null until it is issued. */
  number: string | null
  created_at: Date
  done_at: Date | null
  /** The formats of the red-letter invoice's files in the store. */
  files: ColumnType<FileFormat[], FileFormat[] | undefined, FileFormat[]>
  /** The progress of the service, like that of an invoice. */
  sent_at: ColumnType<Date | null, undefined, Date | null>
  attempt: ColumnType<number, undefined, number>
  submission: ColumnType<string | null, undefined, string | null>
  failure: ColumnType<string | null, undefined, string | null>
}

export interface InvoiceTables {
  'orders.invoice': InvoiceTable
  'orders.invoice_title': InvoiceTitleTable
  'orders.invoice_choice': InvoiceChoiceTable
  'orders.invoice_reversal': InvoiceReversalTable
  'orders.invoice_action': InvoiceActionTable
}
