import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { putFile } from '#src/jobs/storage.ts'
import { notifyOfInvoice } from '../../notifications/invoice-notifications.ts'
import { fileOf, formatsOf, type InvoiceFiles } from '../files/invoice-file.ts'
import { logInvoiceAction } from '../invoice-action.ts'

const onTakenNumber = onUniqueViolation({ invoice_number: 'INVOICE_NUMBER_EXISTS' })

const lockRequested = (trx: Db, id: string) =>
  trx
    .selectFrom('orders.invoice')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .where('failure', 'is', null)
    .forUpdate()
    .executeTakeFirst()

interface IssuedInvoiceData {
  number: string
  issuedAt: Date
  files: InvoiceFiles
}

/**
 * Stores an invoice issued by the service, once. Throws INVOICE_NUMBER_EXISTS for the number of another
 * invoice.
 */
export const issueByService = (db: Db, id: string, { number, issuedAt, files }: IssuedInvoiceData) =>
  db.transaction().execute(async (trx) => {
    const invoice = await lockRequested(trx, id)
    if (!invoice) return
    const issuedColumns = {
      state: 'issued' as const,
      number,
      issued_at: issuedAt,
      files: formatsOf(files),
      reason: '',
    }
    await trx
      .updateTable('orders.invoice')
      .set(issuedColumns)
      .where('id', '=', id)
      .execute()
      .catch(onTakenNumber)
    const actor = { id: invoice.sent_by ?? invoice.asked_by }
    await logInvoiceAction(trx, actor, { invoice_id: id, action: 'issue', words: number })
    await notifyOfInvoice(trx, { ...invoice, ...issuedColumns })
    for (const format of formatsOf(files)) await putFile(trx, fileOf(id, format), files[format]!)
    fault('e-invoice: inside the transaction')
  })

/**
 * Records that the service has not issued an invoice; an empty reason means that this is uncertain. An
 * amount that was refunded since then was never invoiced, so it need not be reversed.
 */
export const failInvoice = (db: Db, id: string, reason: string) =>
  db.transaction().execute(async (trx) => {
    const invoice = await lockRequested(trx, id)
    if (!invoice) return
    await trx.updateTable('orders.invoice').set({ failure: reason }).where('id', '=', id).execute()
    const actor = { id: invoice.sent_by ?? invoice.asked_by }
    await logInvoiceAction(trx, actor, { invoice_id: id, action: 'fail', words: reason })
    if (reason) await deleteReversals(trx, id)
  })

async function deleteReversals(trx: Db, id: string) {
  const deletedRows = await trx
    .deleteFrom('orders.invoice_reversal')
    .where('invoice_id', '=', id)
    .returning('amount')
    .execute()
  const sum = deletedRows.reduce((all, { amount }) => all + amount, 0n)
  if (!sum) return
  const { amount } = await trx
    .selectFrom('orders.invoice')
    .select('amount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const remainingAmount = (amount ?? 0n) - sum
  if (remainingAmount < 0n) throw new AppError('INVOICE_STATUS_WRONG')
  // No amount is left to invoice.
  const remainder = remainingAmount === 0n ? { state: 'refused' as const } : { amount: remainingAmount }
  await trx.updateTable('orders.invoice').set(remainder).where('id', '=', id).execute()
}
