import { logDeskAction } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { logInvoiceAction } from '../invoice-action.ts'
import { issueJob } from './issue-job.ts'
import { eInvoiceService, isAutomatic } from './registry.ts'
import { reversalJob } from './reversal-job.ts'

/** The next attempt: after a failure that the service named, it needs a new request number. */
const nextAttempt = ({ failure, attempt }: { failure: string | null; attempt: number }) =>
  failure
    ? { failure: null, sent_at: null, submission: null, attempt: attempt + 1 }
    : { failure: null, sent_at: now() }

/** Sends a request to the service, or sends it again. Throws NOT_FOUND, INVOICE_STATUS_WRONG. */
export async function sendToService(db: Db, viewer: StaffViewer, invoiceId: string) {
  if (!isId(invoiceId)) return notFound()
  if (!eInvoiceService()) throw new AppError('INVOICE_STATUS_WRONG')
  await db.transaction().execute(async (trx) => {
    const invoice = await trx
      .selectFrom('orders.invoice')
      .selectAll()
      .where('id', '=', invoiceId)
      .forUpdate()
      .executeTakeFirst()
    if (!invoice) return notFound()
    if (invoice.state !== 'requested' || (invoice.sent_by && invoice.failure === null))
      throw new AppError('INVOICE_STATUS_WRONG')
    await trx
      .updateTable('orders.invoice')
      .set({ ...(invoice.failure === null ? {} : nextAttempt(invoice)), sent_by: viewer.id })
      .where('id', '=', invoiceId)
      .execute()
    await logInvoiceAction(trx, viewer, { invoice_id: invoiceId, action: 'send', words: '' })
    await logSent(trx, viewer, invoice)
    await issueJob.ensure(trx, { invoiceId })
  })
}

/**
 * Sends the reversal of a part of an invoice to the service again. Throws NOT_FOUND, INVOICE_STATUS_WRONG.
 */
export async function retryReversal(db: Db, viewer: StaffViewer, invoiceId: string, reversalId: string) {
  if (!isId(invoiceId) || !isId(reversalId)) return notFound()
  if (!eInvoiceService()) throw new AppError('INVOICE_STATUS_WRONG')
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('orders.invoice_reversal as reversal')
      .innerJoin('orders.invoice as invoice', 'invoice.id', 'invoice_id')
      .select(['reversal.failure', 'reversal.attempt', 'done_at', 'invoice.id', 'invoice.asked_by'])
      .select('invoice.title')
      .where('reversal.id', '=', reversalId)
      .where('invoice_id', '=', invoiceId)
      .forUpdate('reversal')
      .executeTakeFirst()
    if (!row) return notFound()
    if (row.done_at || row.failure === null) throw new AppError('INVOICE_STATUS_WRONG')
    await trx
      .updateTable('orders.invoice_reversal')
      .set(nextAttempt(row))
      .where('id', '=', reversalId)
      .execute()
    await logSent(trx, viewer, row)
    await reversalJob.ensure(trx, { reversalId })
  })
}

/** Sends a new request of a paid order to the service, unless the configuration leaves this to staff. */
export async function sendAutomatically(trx: Db, invoiceId: string) {
  if (isAutomatic()) await issueJob.enqueue(trx, { invoiceId })
}

interface ServiceRequest {
  id: string
  asked_by: string
  title: string
}

const logSent = (trx: Db, viewer: StaffViewer, { id, asked_by, title }: ServiceRequest) =>
  logDeskAction(trx, viewer, {
    accountId: asked_by,
    path: `/desk/invoices/${id}`,
    action: 'send-invoice',
    reason: title,
  })
