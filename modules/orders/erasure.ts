import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { eraseSlips } from './payments/bank/slip.ts'

/**
 * Keeps the orders of an erased account for accounting, without the person's name, and issued invoices,
 * without the email address. Deletes requested invoices and proofs of transfers.
 */
export async function eraseOrders(trx: Db, erased: { accountId: string; teamIds: string[] }) {
  const { accountId } = erased
  await eraseSlips(trx, erased)
  await trx.updateTable('orders.order').set({ buyer_name: '–' }).where('account_id', '=', accountId).execute()
  const unissued = trx
    .selectFrom('orders.invoice')
    .select('id')
    .where('asked_by', '=', accountId)
    .where('state', 'in', ['requested', 'refused'])
  await trx.deleteFrom('orders.invoice_action').where('invoice_id', 'in', unissued).execute()
  await trx.deleteFrom('orders.invoice').where('id', 'in', unissued).execute()
  await trx.updateTable('orders.invoice').set({ email: '' }).where('asked_by', '=', accountId).execute()
}

/** The orders, payments and requested invoices of one account, for the export of its data. */
export async function exportOrders(db: Db, viewer: Viewer) {
  const orders = await db
    .selectFrom('orders.order')
    .select(['number', 'buyer_name', 'kind', 'package', 'period', 'quantity', 'currency', 'lines', 'method'])
    .select(['state', 'created_at', 'paid_at', 'ended_at', 'valid_from', 'valid_to'])
    // JSON has no bigint: amounts are texts of minor units, as in the lines.
    .select((eb) => [
      eb.cast<string>('unit_price', 'text').as('unit_price'),
      eb.cast<string>('total', 'text').as('total'),
    ])
    .where('account_id', '=', viewer.id)
    .orderBy('id')
    .execute()
  const invoices = await db
    .selectFrom('orders.invoice as invoice')
    .innerJoin('orders.order as order', 'order.id', 'invoice.order_id')
    .select([
      'order.number as order',
      'invoice.kind',
      'title_kind',
      'title',
      'tax_number',
      'address',
      'phone',
    ])
    .select([
      'bank',
      'bank_account',
      'email',
      'invoice.state',
      'invoice.number',
      'reason',
      'invoice.asked_at',
    ])
    .where('asked_by', '=', viewer.id)
    .orderBy('invoice.id')
    .execute()
  const payments = await db
    .selectFrom('orders.payment as payment')
    .innerJoin('orders.order as order', 'order.id', 'payment.order_id')
    .select(['order.number as order', 'payment.method', 'reference', 'payment.currency', 'received_at'])
    .select((eb) => [
      eb.cast<string>('amount', 'text').as('amount'),
      eb.cast<string>('refunded', 'text').as('refunded'),
    ])
    .where('account_id', '=', viewer.id)
    .orderBy('payment.id')
    .execute()
  return { orders, invoices, payments }
}
