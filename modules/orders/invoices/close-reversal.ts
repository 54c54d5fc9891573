import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { putFile } from '#src/jobs/storage.ts'
import { notifyOfRedLetter } from '../notifications/invoice-notifications.ts'
import { formatsOf, type InvoiceFiles, redLetterFileOf } from './files/invoice-file.ts'
import { logInvoiceAction } from './invoice-action.ts'

const onTakenNumber = onUniqueViolation({ invoice_reversal_number_key: 'INVOICE_NUMBER_EXISTS' })

const redLetterAction = (words: string) => ({ action: 'red-letter', words }) as const

interface RedLetter {
  id: string
  number: string
  files: InvoiceFiles
  /** The member of staff who enters the red-letter invoice; undefined for the service. */
  staffId?: string
  /** The reason why the whole invoice is reversed; undefined for a refund. */
  reason?: string
}

/**
 * Enters the red-letter invoice that reverses a part of an invoice; the invoice is reversed once all its
 * parts are. Notifies the customer. Returns the invoice and the amount. Throws NOT_FOUND,
 * INVOICE_STATUS_WRONG, INVOICE_NUMBER_EXISTS.
 */
export async function closeReversal(
  trx: Db,
  invoiceId: string,
  { id, number, files, staffId: by, reason }: RedLetter,
) {
  const invoice = await lockInvoice(trx, invoiceId)
  // The service may still fail to issue the invoice.
  if (invoice.state !== 'issued') throw new AppError('INVOICE_STATUS_WRONG')
  await refuseUsedNumber(trx, number)
  const reversal = await trx
    .updateTable('orders.invoice_reversal')
    .set({ number, done_at: now(), files: formatsOf(files) })
    .where('id', '=', id)
    .where('invoice_id', '=', invoiceId)
    .where('done_at', 'is', null)
    // Staff cannot enter a reversal while the service may be making it.
    .$if(by !== undefined, (query) =>
      query.where((eb) => eb.or([eb('sent_at', 'is', null), eb('failure', 'is not', null)])),
    )
    .returning('amount')
    .executeTakeFirst()
    .catch(onTakenNumber)
  if (!reversal) throw new AppError('INVOICE_STATUS_WRONG')
  const action = reason ? ({ action: 'reverse', words: reason } as const) : redLetterAction(number)
  await logInvoiceAction(trx, { id: by ?? invoice.asked_by }, { invoice_id: invoiceId, ...action })
  if ((await reversedAmount(trx, invoiceId)) >= invoice.whole)
    await trx
      .updateTable('orders.invoice')
      .set({ state: 'reversed', reason: reason ?? number })
      .where('id', '=', invoiceId)
      .execute()
  await notifyOfRedLetter(trx, invoice, { redLetter: number, amount: reversal.amount, reason })
  for (const format of formatsOf(files))
    await putFile(trx, redLetterFileOf(invoiceId, id, format), files[format]!)
  return { invoice, amount: reversal.amount }
}

export async function lockInvoice(trx: Db, id: string) {
  const existing = await trx
    .selectFrom('orders.invoice as invoice')
    .innerJoin('orders.order as order', 'order.id', 'order_id')
    .selectAll('invoice')
    .select((eb) => eb.fn.coalesce('invoice.amount', 'order.total').as('whole'))
    .where('invoice.id', '=', id)
    .forUpdate('invoice')
    .executeTakeFirst()
  return existing ?? notFound()
}

/** Throws INVOICE_NUMBER_EXISTS, because a red-letter invoice has a number that no other invoice has. */
async function refuseUsedNumber(trx: Db, number: string) {
  const existingInvoice = await trx
    .selectFrom('orders.invoice')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst()
  if (existingInvoice) throw new AppError('INVOICE_NUMBER_EXISTS')
}

export async function reversedAmount(trx: Db, invoiceId: string): Promise<Money> {
  const { sum } = await trx
    .selectFrom('orders.invoice_reversal')
    .select(sql<Money>`coalesce(sum(amount), 0)`.as('sum'))
    .where('invoice_id', '=', invoiceId)
    .where('done_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return sum
}
