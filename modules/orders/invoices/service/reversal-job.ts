import { ago, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { closeReversal } from '../close-reversal.ts'
import { problemsOfFiles } from '../files/check-files.ts'
import type { EInvoiceService, ReversalOutcome } from './e-invoice-service.ts'
import { MAX_SILENCE, requestNumber } from './issue-job.ts'
import { eInvoiceService } from './registry.ts'

/**
 * Reverses a part of an issued invoice with the service: submits it once, and queries until it has a number.
 */
export const reversalJob = job<{ reversalId: string }>('e-invoice-reversal', async (db, { reversalId }) => {
  if (!(await advanceReversal(db, reversalId))) throw new NotYet(`reversal ${reversalId} is not made`)
})

/** Returns whether the reversal is done. */
export async function advanceReversal(db: Db, id: string): Promise<boolean> {
  const service = eInvoiceService()
  // Staff enter the reversal by hand.
  if (!service) return true
  const reversal = await findOpen(db, id)
  if (!reversal) return true
  // The service is still issuing the invoice to be reversed.
  if (reversal.state === 'requested') return false
  const sentAt = await markSent(db, id)
  try {
    const submission = reversal.submission ?? (await submit(db, service, id))
    if (!submission) return false
    const outcome = await service.queryReversal(submission)
    if (outcome.state === 'failed') await failReversal(db, id, outcome.reason)
    else if (outcome.state === 'issued') {
      fault('e-reversal: made, not stored')
      await db.transaction().execute(async (trx) => {
        await closeReversal(trx, reversal.invoice_id, requireUsable(id, outcome))
        fault('e-reversal: inside the transaction')
      })
    }
    if (outcome.state !== 'pending') return true
  } catch (error) {
    log.warn({ event: 'e-invoice service silent', reversal: id, error }, 'e-invoice not reversed')
    if (error instanceof AppError && error.code === 'INVOICE_NUMBER_EXISTS') {
      await failReversal(db, id, '')
      return true
    }
  }
  if (!sentAt || sentAt > ago(MAX_SILENCE)) return false
  await failReversal(db, id, '')
  return true
}

const findOpen = (db: Db, id: string) =>
  db
    .selectFrom('orders.invoice_reversal as reversal')
    .innerJoin('orders.invoice as invoice', 'invoice.id', 'invoice_id')
    .select(['invoice_id', 'reversal.submission', 'invoice.state'])
    .where('reversal.id', '=', id)
    .where('done_at', 'is', null)
    .where('reversal.failure', 'is', null)
    .executeTakeFirst()

const openReversal = (db: Db, id: string) =>
  db
    .updateTable('orders.invoice_reversal')
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('failure', 'is', null)

async function markSent(db: Db, id: string) {
  const row = await openReversal(db, id)
    .set((eb) => ({ sent_at: eb.fn.coalesce('sent_at', eb.val(now())) }))
    .returning('sent_at')
    .executeTakeFirst()
  return row?.sent_at ?? null
}

const failReversal = (db: Db, id: string, failure: string) => openReversal(db, id).set({ failure }).execute()

/** Submits a reversal; returns null while another worker submits it. */
async function submit(db: Db, service: EInvoiceService, id: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('orders.invoice_reversal as reversal')
      .innerJoin('orders.invoice as invoice', 'invoice.id', 'invoice_id')
      .select(['reversal.id', 'reversal.attempt', 'reversal.amount', 'invoice.number', 'invoice.kind'])
      .where('reversal.id', '=', id)
      .where('done_at', 'is', null)
      .where('reversal.submission', 'is', null)
      .forUpdate('reversal')
      .skipLocked()
      .executeTakeFirst()
    if (!row?.number) return null
    const { number: invoiceNumber, kind, amount } = row
    const submission = await service.reverse({
      requestNumber: requestNumber(row),
      invoiceNumber,
      kind,
      amount,
    })
    fault('e-reversal: submitted, id not stored')
    await openReversal(trx, id).set({ submission }).execute()
    return submission
  })
}

type ReversedOutcome = Extract<ReversalOutcome, { state: 'issued' }>

/** The outcome; throws for files that do not belong to the number. */
function requireUsable(id: string, { number, files }: ReversedOutcome) {
  const problems = Object.keys(problemsOfFiles(files, number))
  if (problems.length) throw new Error(`the e-invoice service sent unusable files: ${problems.join(', ')}`)
  return { id, number, files }
}
