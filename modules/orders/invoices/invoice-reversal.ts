import type { Selectable } from 'kysely'
import { findMailbox, logDeskAction } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import { decimal, type Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { notifyOfInvoice } from '../notifications/invoice-notifications.ts'
import type { Order } from '../ordering/order.ts'
import { closeReversal, lockInvoice, reversedAmount } from './close-reversal.ts'
import type { InvoiceFiles } from './files/invoice-file.ts'
import type { Invoice } from './invoice.ts'
import { isAtService, logInvoiceAction } from './invoice-action.ts'
import type { InvoiceReversalTable } from './invoice-schema.ts'
import { eInvoiceService } from './service/registry.ts'
import { reversalJob } from './service/reversal-job.ts'

/** The effect of a refund on the open invoice of its order. */
export type AdaptedInvoice = 'cancelled' | 'reduced' | 'toReverse'

type RefundedOrder = Pick<Order, 'id' | 'total' | 'refunded'>

const openInvoice = (db: Db, { id }: Pick<Order, 'id'>) =>
  db
    .selectFrom('orders.invoice')
    .selectAll()
    .where('order_id', '=', id)
    .where('state', 'in', ['requested', 'issued'])

/** An invoice that the service may be issuing is reversed as if it were issued. */
const adaptation = (invoice: Invoice, rest: Money): AdaptedInvoice =>
  invoice.state === 'issued' || isAtService(invoice) ? 'toReverse' : rest > 0n ? 'reduced' : 'cancelled'

/** The effect that `adaptInvoice` will have; null without an open invoice. */
export async function foreseeInvoice(
  db: Db,
  order: RefundedOrder,
  amount: Money,
): Promise<AdaptedInvoice | null> {
  const invoice = await openInvoice(db, order).executeTakeFirst()
  return invoice ? adaptation(invoice, order.total - order.refunded - amount) : null
}

interface Adaptation {
  /** The order before the refund. */
  order: RefundedOrder
  refundId: string
  amount: Money
}

/**
 * Adapts the open invoice to a refund. A requested invoice is reduced, or refused if no amount remains. The
 * refunded amount of an issued invoice must be reversed (红冲).
 */
export async function adaptInvoice(trx: Db, viewer: StaffViewer, { order, refundId, amount }: Adaptation) {
  const invoice = await openInvoice(trx, order).forUpdate().executeTakeFirst()
  if (!invoice) return
  const remainingAmount = order.total - order.refunded - amount
  const change = adaptation(invoice, remainingAmount)
  const logAction = (action: 'refuse' | 'reduce', words: string) =>
    logInvoiceAction(trx, viewer, { invoice_id: invoice.id, action, words })
  const update = trx.updateTable('orders.invoice').where('id', '=', invoice.id)
  if (change === 'reduced') {
    await update.set({ amount: remainingAmount }).execute()
    await logAction('reduce', `CNY ${decimal(remainingAmount)}`)
    const previousAmount = invoice.amount ?? order.total
    const amounts = { before: `CNY ${decimal(previousAmount)}`, after: `CNY ${decimal(remainingAmount)}` }
    await logAtDesk(trx, viewer, invoice, {
      action: 'reduce-invoice',
      reason: invoice.title,
      changes: [{ what: 'amount', ...amounts }],
    })
  } else if (change === 'cancelled') {
    const { locale = 'zh_CN' } = (await findMailbox(trx, invoice.asked_by)) ?? {}
    const reason = translate(locale)('orders.invoice.refundedReason')
    await update.set({ state: 'refused', reason }).execute()
    await logAction('refuse', reason)
    await logAtDesk(trx, viewer, invoice, { action: 'refuse-invoice', reason })
    await notifyOfInvoice(trx, { ...invoice, state: 'refused', reason })
  } else {
    const reversalId = await insertReversal(trx, { invoice_id: invoice.id, refund_id: refundId, amount })
    if (eInvoiceService()) await reversalJob.enqueue(trx, { reversalId })
  }
}

type NewReversal = Pick<Selectable<InvoiceReversalTable>, 'invoice_id' | 'refund_id' | 'amount'>

async function insertReversal(trx: Db, reversal: NewReversal): Promise<string> {
  const id = newId()
  const openReversal = { number: null, created_at: now(), done_at: null }
  await trx
    .insertInto('orders.invoice_reversal')
    .values({ id, ...reversal, ...openReversal })
    .execute()
  return id
}

/** The parts of an invoice that are or must be reversed, oldest first. Amounts are texts. */
export const reversalsOf = (db: Db, invoiceId: string) =>
  db
    .selectFrom('orders.invoice_reversal')
    .select(['id', 'number', 'created_at', 'done_at', 'sent_at', 'failure', 'files'])
    .select((eb) => eb.cast<string>('amount', 'text').as('amount'))
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()

export type Reversal = Awaited<ReturnType<typeof reversalsOf>>[number]

interface RedLetterEntry {
  number: string
  files: InvoiceFiles
}

/**
 * Records the red-letter invoice that reverses a part of an invoice; the invoice is reversed once all its
 * parts are. Throws NOT_FOUND, INVOICE_STATUS_WRONG if it was recorded before, INVOICE_NUMBER_EXISTS.
 */
export async function recordRedLetter(
  db: Db,
  viewer: StaffViewer,
  invoiceId: string,
  { reversal, ...entry }: RedLetterEntry & { reversal: string },
) {
  if (!isId(invoiceId) || !isId(reversal)) return notFound()
  await db.transaction().execute(async (trx) => {
    const redLetter = { id: reversal, by: viewer.id, ...entry }
    const { invoice, amount } = await closeReversal(trx, invoiceId, redLetter)
    await logAtDesk(trx, viewer, invoice, {
      action: 'record-red-letter',
      reason: entry.number,
      changes: [{ what: 'amount', before: '', after: `CNY ${decimal(amount)}` }],
    })
  })
}

/**
 * 红冲: makes an issued invoice void by a red-letter invoice of the amount that is not reversed yet. The
 * red-letter invoice of a refund must be entered first. Throws NOT_FOUND, INVOICE_STATUS_WRONG,
 * INVOICE_NUMBER_EXISTS.
 */
export async function reverseInvoice(
  db: Db,
  viewer: StaffViewer,
  id: string,
  { reason, ...entry }: RedLetterEntry & { reason: string },
) {
  if (!isId(id)) return notFound()
  await db.transaction().execute(async (trx) => {
    const { state, whole } = await lockInvoice(trx, id)
    const hasOpenReversal = (await reversalsOf(trx, id)).some(({ number }) => !number)
    if (state !== 'issued' || hasOpenReversal) throw new AppError('INVOICE_STATUS_WRONG')
    const amount = whole - (await reversedAmount(trx, id))
    const reversalId = await insertReversal(trx, { invoice_id: id, refund_id: null, amount })
    const { invoice } = await closeReversal(trx, id, { id: reversalId, staffId: viewer.id, reason, ...entry })
    await logAtDesk(trx, viewer, invoice, {
      action: 'reverse-invoice',
      reason,
      changes: [{ what: 'amount', before: '', after: `CNY ${decimal(amount)}` }],
    })
  })
}

type DeskEntry = Parameters<typeof logDeskAction>[2]

const logAtDesk = (
  trx: Db,
  viewer: StaffViewer,
  { id, asked_by }: Pick<Invoice, 'id' | 'asked_by'>,
  entry: Pick<DeskEntry, 'action' | 'reason' | 'changes'>,
) => logDeskAction(trx, viewer, { accountId: asked_by, path: `/desk/invoices/${id}`, ...entry })
