import { ago, DAY, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { goodsOf } from '../../ordering/goods.ts'
import { fieldsOf } from '../details/details.ts'
import { problemsOfFiles } from '../files/check-files.ts'
import { formatsOf } from '../files/invoice-file.ts'
import type { EInvoiceRequest, EInvoiceService, IssueOutcome } from './e-invoice-service.ts'
import { failInvoice, issueByService } from './outcome.ts'
import { eInvoiceService } from './registry.ts'

/** How long the service may give no usable answer before staff see the invoice. */
export const MAX_SILENCE = DAY

/**
 * Issues a requested invoice with the service: submits it once, and queries until it is issued or failed.
 */
export const issueJob = job<{ invoiceId: string }>('e-invoice', async (db, { invoiceId }) => {
  if (!(await advanceInvoice(db, invoiceId))) throw new NotYet(`e-invoice ${invoiceId} is not issued`)
})

/** Returns whether the invoice is done. */
export async function advanceInvoice(db: Db, id: string): Promise<boolean> {
  const service = eInvoiceService()
  const invoice = service && (await markSent(db, id))
  if (!invoice) return service !== null
  try {
    const submission = invoice.submission ?? (await submit(db, service, id))
    if (!submission) return false
    const outcome = await service.query(submission)
    if (outcome.state === 'failed') await failInvoice(db, id, outcome.reason)
    else if (outcome.state === 'issued') {
      fault('e-invoice: issued, not stored')
      await issueByService(db, id, requireUsable(outcome))
    }
    if (outcome.state !== 'pending') return true
  } catch (error) {
    const isKnown = error instanceof AppError && error.code === 'INVOICE_NUMBER_EXISTS'
    log.warn({ event: 'e-invoice service silent', invoice: id, error }, 'e-invoice not issued')
    if (isKnown) {
      await failInvoice(db, id, '')
      return true
    }
  }
  if (invoice.sent_at! > ago(MAX_SILENCE)) return false
  await failInvoice(db, id, '')
  return true
}

/**
 * Marks an invoice as sent, before the first call: from then on the service may issue it, so staff cannot
 * issue it by hand. Undefined if it does not wait for the service.
 */
const markSent = (db: Db, id: string) =>
  db
    .updateTable('orders.invoice')
    .set((eb) => ({ sent_at: eb.fn.coalesce('sent_at', eb.val(now())) }))
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .where('failure', 'is', null)
    .returning(['submission', 'sent_at'])
    .executeTakeFirst()

/** Submits an invoice; returns null while another worker submits it. */
async function submit(db: Db, service: EInvoiceService, id: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('orders.invoice as invoice')
      .innerJoin('orders.order as order', 'order.id', 'order_id')
      .selectAll('invoice')
      .select([
        'order.number as orderNumber',
        'order.package',
        'order.period',
        'order.quantity',
        'order.total',
      ])
      .where('invoice.id', '=', id)
      .where('invoice.state', '=', 'requested')
      .where('submission', 'is', null)
      .forUpdate('invoice')
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const request: EInvoiceRequest = {
      ...fieldsOf(row),
      requestNumber: requestNumber(row),
      orderNumber: row.orderNumber,
      item: goodsOf(translate('zh_CN'), row),
      amount: row.amount ?? row.total,
    }
    const submission = await service.issue(request)
    fault('e-invoice: submitted, id not stored')
    await trx.updateTable('orders.invoice').set({ submission }).where('id', '=', id).execute()
    return submission
  })
}

/**
 * Our number for the service, which issues a number once: a new attempt after a failure gets a different
 * number.
 */
export const requestNumber = ({ id, attempt }: { id: string; attempt: number }) =>
  attempt ? `${id}-${attempt}` : id

type IssuedOutcome = Extract<IssueOutcome, { state: 'issued' }>

/** The outcome; throws for files that do not belong to the number. */
function requireUsable(outcome: IssuedOutcome): IssuedOutcome {
  const problems = problemsOfFiles(outcome.files, outcome.number)
  if (!/^\d{20}$/.test(outcome.number) || !formatsOf(outcome.files).length || Object.keys(problems).length)
    throw new Error(`the e-invoice service sent unusable files: ${Object.keys(problems).join(', ')}`)
  return outcome
}
