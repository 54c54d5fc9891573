import { BOOKS, type Fates, OF_ACCOUNT, OF_ORDER, OF_TEAM } from './fate.ts'

const IN_THE_BOOKS = { stays: 'an accounting record, without a name' }
const IN_THE_ORDER = 'what an order brought, which is exported'

/** Tables of orders, payments and plans. */
export const ORDERS: Fates = {
  'orders.order': {
    own: OF_ACCOUNT,
    erased: { changed: ['buyer_name'] },
    exported: ['orders', 'number'],
    until: BOOKS,
  },
  'orders.invoice': {
    own: 'asked_by = :account',
    erased: { changed: ['email'] },
    exported: ['invoices', 'title'],
    until: BOOKS,
  },
  'orders.invoice_action': {
    own: `invoice_id in (select id from orders.invoice where asked_by = :account)`,
    erased: IN_THE_BOOKS,
    exported: 'steps of an invoice, which is exported',
    until: BOOKS,
  },
  'orders.payment': {
    own: OF_ORDER,
    erased: IN_THE_BOOKS,
    exported: ['payments', 'reference'],
    until: BOOKS,
  },
  'orders.refund': {
    own: `payment_id in (select id from orders.payment where ${OF_ORDER})`,
    erased: IN_THE_BOOKS,
    exported: 'its amount stands at the payment',
    until: BOOKS,
  },
  'orders.gateway_order': {
    own: OF_ORDER,
    erased: IN_THE_BOOKS,
    exported: 'the gateway’s number of an order',
    until: BOOKS,
  },
  'orders.slip': {
    own: OF_ORDER,
    erased: { changed: ['erased_at'] },
    exported: 'shown and downloaded at the order',
    until: BOOKS,
  },
  'orders.term': {
    own: OF_TEAM,
    erased: IN_THE_BOOKS,
    exported: IN_THE_ORDER,
    until: BOOKS,
  },
  'orders.plan_change': {
    own: OF_TEAM,
    erased: IN_THE_BOOKS,
    exported: IN_THE_ORDER,
    until: BOOKS,
  },
  'orders.plan_notice': {
    own: OF_TEAM,
    erased: { stays: 'a day, of a team without a name' },
    exported: 'a message, which is exported',
    until: BOOKS,
  },
  'orders.usage_entry': {
    own: 'spent_by = :account',
    erased: IN_THE_BOOKS,
    exported: ['usage', 'document_id'],
    until: BOOKS,
  },
}
