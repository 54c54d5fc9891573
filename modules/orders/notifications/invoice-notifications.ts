import '../events.ts'
import type { Selectable } from 'kysely'
import { findMailbox } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { announce } from '#src/jobs/announce.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { Sample } from '#src/mail/samples.ts'
import type { GroupWith } from '#views/language/messages.ts'
import type { InvoiceState, InvoiceTable } from '../invoices/invoice-schema.ts'
import { peopleConcerned } from './people.ts'

type DecidedState = Exclude<InvoiceState, 'requested'>

interface Facts {
  orderId: string
  order: string
  title: string
  number: string
  reason: string
}

const SAMPLE = ({ team, reason }: Sample): Facts => ({
  orderId: 'sample',
  order: 'QO2611220001',
  title: team,
  number: '26310000000000000001',
  reason,
})

const decided = (state: DecidedState, name: GroupWith<'orders.mail', 'subject' | 'lead'>) =>
  mailTemplate<Facts>(
    `orders.${name}`,
    (t, { orderId, ...facts }) => ({
      subject: t(`orders.mail.${name}.subject`, facts),
      paragraphs: [
        t(`orders.mail.${name}.lead`, facts),
        ...(state === 'issued' ? [] : [t('orders.mail.invoiceReason', facts)]),
      ],
      button: { words: t('orders.mail.openInvoice'), link: publicUrl(`/mgmt/orders/${orderId}/invoice`) },
      footer: t('orders.mail.footer'),
    }),
    SAMPLE,
  )

const LETTERS = {
  issued: decided('issued', 'invoiceIssued'),
  refused: decided('refused', 'invoiceRefused'),
  reversed: decided('reversed', 'invoiceReversed'),
}

const KINDS = { issued: 'invoiceIssued', refused: 'invoiceRefused', reversed: 'invoiceReversed' } as const

/** Notifies the applicant of an invoice, and the address in the form, of the decision. */
export async function notifyOfInvoice(trx: Db, invoice: Selectable<InvoiceTable>) {
  const state = invoice.state as DecidedState
  const ordered = await trx
    .selectFrom('orders.order')
    .select(['number', 'package', 'team_id'])
    .where('id', '=', invoice.order_id)
    .executeTakeFirstOrThrow()
  const { number: order, package: goods, team_id } = ordered
  const asker = await findMailbox(trx, invoice.asked_by)
  const { order_id: orderId, title, number, reason } = invoice
  const locale = asker?.locale ?? 'zh_CN'
  const facts = { orderId, order, title, number: number ?? '', reason }
  // An erased account gets no mails.
  for (const to of new Set([invoice.email, asker?.email ?? '']))
    if (to) await LETTERS[state](trx, { to, locale }, facts)
  const accountIds = await peopleConcerned(trx, { team_id, account_id: invoice.asked_by })
  const path = `/mgmt/orders/${orderId}/invoice`
  const notification = { kind: KINDS[state], facts: { number: order, goods }, path }
  await announce(trx, 'order-news', { accountIds, ...notification })
}
