import '../events.ts'
import type { Selectable } from 'kysely'
import { findMailbox } from '#modules/accounts/index.ts'
import { decimal } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { emit } from '#src/jobs/module-events.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { Sample } from '#src/mail/samples.ts'
import type { GroupWith } from '#views/language/messages.ts'
import type { InvoiceState, InvoiceTable } from '../invoices/invoice-schema.ts'
import { peopleConcerned } from './people.ts'

type NotificationKind = 'invoiceIssued' | 'invoiceRefused' | 'invoiceReversed' | 'invoiceRedLetter'

const KINDS_WITH_REASON = new Set<NotificationKind>(['invoiceRefused', 'invoiceReversed'])

interface InvoiceMailFacts {
  orderId: string
  order: string
  title: string
  number: string
  reason: string
  /** The number and the amount of the red-letter invoice. */
  redLetter: string
  amount: string
}

const SAMPLE = ({ team, reason }: Sample): InvoiceMailFacts => ({
  orderId: 'sample',
  order: 'QO2611220001',
  title: team,
  number: '26310000000000000001',
  reason,
  redLetter: '26310000000000000002',
  amount: 'CNY 40.00',
})

const invoiceMail = (name: NotificationKind & GroupWith<'orders.mail', 'subject' | 'lead'>) =>
  mailTemplate<InvoiceMailFacts>(
    `orders.${name}`,
    (t, { orderId, ...facts }) => ({
      subject: t(`orders.mail.${name}.subject`, facts),
      paragraphs: [
        t(`orders.mail.${name}.lead`, facts),
        ...(KINDS_WITH_REASON.has(name) ? [t('orders.mail.invoiceReason', facts)] : []),
      ],
      button: { words: t('orders.mail.openInvoice'), link: publicUrl(`/mgmt/orders/${orderId}/invoice`) },
      footer: t('orders.mail.footer'),
    }),
    SAMPLE,
  )

const INVOICE_MAILS = {
  invoiceIssued: invoiceMail('invoiceIssued'),
  invoiceRefused: invoiceMail('invoiceRefused'),
  invoiceReversed: invoiceMail('invoiceReversed'),
  invoiceRedLetter: invoiceMail('invoiceRedLetter'),
}

type NotifiedInvoice = Pick<
  Selectable<InvoiceTable>,
  'order_id' | 'asked_by' | 'email' | 'title' | 'number' | 'reason'
>

/** Notifies the applicant of an invoice, and the address in the form, that it is issued or refused. */
export const notifyOfInvoice = (trx: Db, invoice: NotifiedInvoice & { state: InvoiceState }) =>
  notify(trx, invoice, invoice.state === 'issued' ? 'invoiceIssued' : 'invoiceRefused')

/**
 * Notifies the same people as `notifyOfInvoice` of a red-letter invoice; if there is a reason, it reverses
 * the whole invoice.
 */
export const notifyOfRedLetter = (
  trx: Db,
  invoice: NotifiedInvoice,
  { redLetter, amount, reason = '' }: { redLetter: string; amount: bigint; reason?: string },
) =>
  notify(trx, { ...invoice, reason }, reason ? 'invoiceReversed' : 'invoiceRedLetter', {
    redLetter,
    amount: `CNY ${decimal(amount)}`,
  })

async function notify(
  trx: Db,
  invoice: NotifiedInvoice,
  kind: NotificationKind,
  redLetter = { redLetter: '', amount: '' },
) {
  const orderRow = await trx
    .selectFrom('orders.order')
    .select(['number', 'package', 'team_id'])
    .where('id', '=', invoice.order_id)
    .executeTakeFirstOrThrow()
  const { number: order, package: goods, team_id } = orderRow
  const asker = await findMailbox(trx, invoice.asked_by)
  const { order_id: orderId, title, number, reason } = invoice
  const locale = asker?.locale ?? 'zh_CN'
  const facts = { orderId, order, title, number: number ?? '', reason, ...redLetter }
  // An erased account gets no mails.
  for (const to of new Set([invoice.email, asker?.email ?? '']))
    if (to) await INVOICE_MAILS[kind](trx, { to, locale }, facts)
  const accountIds = await peopleConcerned(trx, { team_id, account_id: invoice.asked_by })
  const path = `/mgmt/orders/${orderId}/invoice`
  await emit(trx, 'order-news', { accountIds, kind, facts: { number: order, goods }, path })
}
