import { BOOKS, type Fates, OF_ACCOUNT, OF_ORDER, OF_TEAM, WITH_ACCOUNT, WITH_TEAM } from './fate.ts'

const IN_THE_BOOKS = { stays: 'an accounting record, without a name' }

/** Tables of orders, payments and plans. */
export const ORDERS: Fates = {
  'orders.order': {
    own: OF_ACCOUNT,
    erased: { changed: ['buyer_name'] },
    exported: ['orders', 'number', 'buyer_name', 'package', 'created_at'],
    until: BOOKS,
  },
  'orders.invoice': {
    own: 'asked_by = :account',
    erased: { changed: ['email'] },
    exported: ['invoices', 'title', 'email', 'tax_number', 'bank_account'],
    until: BOOKS,
  },
  'orders.invoice_choice': {
    own: 'asked_by = :account',
    erased: 'deleted',
    exported: ['invoiceChoices', 'title', 'email', 'tax_number', 'bank_account'],
    until: WITH_ACCOUNT,
  },
  'orders.invoice_title': {
    own: OF_TEAM,
    erased: 'deleted',
    exported: ['invoiceTitles', 'title', 'email', 'tax_number', 'bank_account'],
    until: WITH_TEAM,
  },
  'orders.invoice_action': {
    own: `invoice_id in (select id from orders.invoice where asked_by = :account)`,
    erased: IN_THE_BOOKS,
    exported: ['invoices', 'action', 'words', 'at'],
    until: BOOKS,
  },
  'orders.payment': {
    own: OF_ORDER,
    erased: IN_THE_BOOKS,
    exported: ['payments', 'reference', 'received_at'],
    until: BOOKS,
  },
  'orders.refund': {
    own: `payment_id in (select id from orders.payment where ${OF_ORDER})`,
    erased: { changed: ['payee'] },
    exported: ['payments', 'reason', 'created_at', 'number'],
    until: BOOKS,
  },
  'orders.invoice_reversal': {
    own: `invoice_id in (select id from orders.invoice where asked_by = :account)`,
    erased: IN_THE_BOOKS,
    exported: ['invoices', 'number', 'created_at'],
    until: BOOKS,
  },
  'orders.gateway_order': {
    own: OF_ORDER,
    erased: IN_THE_BOOKS,
    exported: ['orders', 'gateway_id'],
    until: BOOKS,
  },
  'orders.order_note': {
    own: OF_ORDER,
    internal: 'true',
    erased: { stays: 'notes of our staff on an accounting record' },
    exported: 'notes of our staff, which stay with us',
    until: BOOKS,
  },
  'orders.slip': {
    own: OF_ORDER,
    erased: { changed: ['erased_at'] },
    exported: ['orders', 'uploaded_at'],
    until: BOOKS,
  },
  'orders.term': {
    own: OF_TEAM,
    erased: IN_THE_BOOKS,
    exported: ['terms', 'from_at', 'to_at', 'package'],
    until: BOOKS,
  },
  'orders.plan_change': {
    own: OF_TEAM,
    erased: IN_THE_BOOKS,
    exported: ['planChanges', 'made_at'],
    until: BOOKS,
  },
  'orders.plan_notice': {
    own: OF_TEAM,
    erased: { stays: 'a day, of a team without a name' },
    exported: ['planNotices', 'step', 'told_at'],
    until: BOOKS,
  },
  'orders.mandate': {
    own: OF_ACCOUNT,
    erased: IN_THE_BOOKS,
    exported: ['renewalMandates', 'reference', 'begun_at'],
    until: BOOKS,
  },
  'orders.renewal': {
    own: OF_TEAM,
    erased: IN_THE_BOOKS,
    exported: ['renewals', 'noticed_at', 'charge_at'],
    until: BOOKS,
  },
  'orders.usage_entry': {
    own: 'spent_by = :account',
    erased: IN_THE_BOOKS,
    exported: ['usage', 'document_id', 'created_at'],
    until: BOOKS,
  },
}
