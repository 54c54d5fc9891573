import { type Expression, sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { FILE_FORMATS, fileOf, redLetterFileOf } from './invoices/files/invoice-file.ts'
import { eraseSlips } from './payments/bank/slip.ts'
import { endMandatesOf } from './renewal/mandate.ts'

/**
 * Retains the orders of an erased account for accounting, without the person's name, and issued invoices,
 * without the email address, including invoices that the e-invoice service is issuing. Deletes other
 * requested invoices, proofs of transfers, the bank accounts of refunds, and stored invoice titles. Ends
 * automatic renewals in the name of the account.
 */
export async function eraseOrders(trx: Db, erased: { accountId: string; teamIds: string[] }) {
  const { accountId, teamIds } = erased
  await endMandatesOf(trx, { accountId }, { silent: true })
  await eraseSlips(trx, erased)
  await trx.updateTable('orders.order').set({ buyer_name: '–' }).where('account_id', '=', accountId).execute()
  const unissuedInvoices = trx
    .selectFrom('orders.invoice')
    .select('id')
    .where('asked_by', '=', accountId)
    .where('state', 'in', ['requested', 'refused'])
    .where((eb) =>
      eb.or([eb('state', '=', 'refused'), eb('sent_at', 'is', null), eb('failure', 'is not', null)]),
    )
  await deleteReversals(trx, unissuedInvoices)
  await trx.deleteFrom('orders.invoice_action').where('invoice_id', 'in', unissuedInvoices).execute()
  await trx.deleteFrom('orders.invoice').where('id', 'in', unissuedInvoices).execute()
  await trx.updateTable('orders.invoice').set({ email: '' }).where('asked_by', '=', accountId).execute()
  await forgetPayees(trx, accountId)
  await trx.deleteFrom('orders.invoice_choice').where('asked_by', '=', accountId).execute()
  await trx.deleteFrom('orders.invoice_title').where('team_id', 'in', teamIds).execute()
}

/** Deletes the reversals of invoices with the files of their red-letter invoices. */
async function deleteReversals(trx: Db, invoices: Expression<{ id: string }>) {
  const deletedRows = await trx
    .deleteFrom('orders.invoice_reversal')
    .where('invoice_id', 'in', sql<string>`${invoices}`)
    .returning(['id', 'invoice_id'])
    .execute()
  for (const { id, invoice_id } of deletedRows)
    for (const format of FILE_FORMATS)
      await removeFiles.enqueue(trx, { prefix: redLetterFileOf(invoice_id, id, format) })
}

/** Deletes the bank accounts of refunds that were transferred; the bank's own statement contains them. */
async function forgetPayees(trx: Db, accountId: string) {
  const orders = trx.selectFrom('orders.order').select('id').where('account_id', '=', accountId)
  const payments = trx.selectFrom('orders.payment').select('id').where('order_id', 'in', orders)
  await trx
    .updateTable('orders.refund')
    .set({ payee: null })
    .where('payment_id', 'in', payments)
    .where('payee', 'is not', null)
    .where('done_at', 'is not', null)
    .execute()
}

/**
 * Deletes the accounting records of teams that were erased so long ago that the retention period has ended.
 */
export async function eraseBooks(trx: Db, { teamIds }: { teamIds: string[] }) {
  const orders = trx.selectFrom('orders.order').select('id').where('team_id', 'in', teamIds)
  const payments = trx.selectFrom('orders.payment').select('id').where('order_id', 'in', orders)
  const invoices = trx.deleteFrom('orders.invoice').where('order_id', 'in', orders)
  const slips = trx.deleteFrom('orders.slip').where('order_id', 'in', orders)
  const issuedInvoices = trx.selectFrom('orders.invoice').select('id').where('order_id', 'in', orders)
  await trx.deleteFrom('orders.invoice_choice').where('order_id', 'in', orders).execute()
  await deleteReversals(trx, issuedInvoices)
  await trx.deleteFrom('orders.plan_change').where('team_id', 'in', teamIds).execute()
  await trx.deleteFrom('orders.invoice_action').where('invoice_id', 'in', issuedInvoices).execute()
  for (const { id } of await invoices.returning('id').execute())
    for (const format of FILE_FORMATS) await removeFiles.enqueue(trx, { prefix: fileOf(id, format) })
  for (const { key } of await slips.returning('key').execute())
    await removeFiles.enqueue(trx, { prefix: key })
  await trx.deleteFrom('orders.refund').where('payment_id', 'in', payments).execute()
  for (const table of ['orders.payment', 'orders.gateway_order', 'orders.order_note'] as const)
    await trx.deleteFrom(table).where('order_id', 'in', orders).execute()
  await trx
    .deleteFrom('orders.sandbox_payment')
    .where(
      'order_number',
      'in',
      trx.selectFrom('orders.order').select('number').where('team_id', 'in', teamIds),
    )
    .execute()
  for (const table of [
    'orders.renewal',
    'orders.plan_notice',
    'orders.term',
    'orders.order',
    'orders.mandate',
    'orders.usage_entry',
  ] as const)
    await trx.deleteFrom(table).where('team_id', 'in', teamIds).execute()
}
