import { isOverdue } from '#src/calendar/queue.ts'
import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import { useGoods } from '../../ordering/views/order-parts.tsx'
import type { InvoiceAction, ListedInvoice } from '../desk-invoice.ts'
import { FILE_FORMATS } from '../files/invoice-file.ts'
import { isAtService } from '../invoice-action.ts'
import type { Reversal } from '../invoice-reversal.ts'
import type { InvoiceState } from '../invoice-schema.ts'
import { IssueForm, RedLetterForm, RefusalForm, ReversalForm, WHOLE_INVOICE } from './desk-invoice-forms.tsx'
import { FileLinks, InvoiceFacts } from './invoice-facts.tsx'
import { ServicePanel, ServiceReversal } from './service-panel.tsx'

interface Props extends FormState {
  invoice: ListedInvoice
  actions: InvoiceAction[]
  /** The parts that are or must be reversed because of refunds. */
  reversals: Reversal[]
  /** Whether an e-invoice service is configured. */
  service: boolean
  viewerId: string
  /** The completed action, from the address. */
  done?: string
}

/** The notices of completed actions, shown while the invoice has the resulting state. */
const NOTICES: Partial<Record<InvoiceState, MessageKey<'orders.invoiceDesk.done'>>> = {
  issued: 'issue',
  refused: 'refuse',
  reversed: 'reverse',
}

const ISSUE_FIELDS = ['number', 'issuedOn', ...FILE_FORMATS]

/** One invoice at the desk: its data, and the possible actions. */
export function DeskInvoicePage({ invoice, actions, reversals, service, viewerId, done, ...form }: Props) {
  const t = useTranslations('orders.invoiceDesk')
  const { id, state } = invoice
  const action = NOTICES[state]
  const openReversals = reversals.filter(({ number }) => !number)
  // While the service is issuing it, staff can neither issue nor refuse it.
  const isOpen = state === 'requested' && !isAtService(invoice)
  // The reversal whose form was refused, if it was one of these.
  const reversal = form.problems ? form.values?.reversal : undefined
  const before = actions.length
  const formState = { ...form, before }
  return (
    <>
      <PageHead title={invoice.orderNumber} lead={t('invoice')}>
        <a className="btn btn-ghost" href={`/desk/orders/${invoice.order_id}`}>
          {t('toOrder')}
        </a>
        <a className="btn btn-ghost" href="/desk/invoices">
          {t('allInvoices')}
        </a>
      </PageHead>
      <OwnerBar
        at={`/desk/invoices/${id}`}
        item={invoice}
        viewerId={viewerId}
        isOpen={state === 'requested' || openReversals.length > 0}
        done={done}
      />
      {done === 'redLetter' && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t('done.redLetter')}
        </p>
      )}
      {done === 'sent' && (
        <p role="status" className="alert alert-info alert-soft mb-4 text-sm">
          {t('service.sent')}
        </p>
      )}
      {action && action === done && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${action}`)}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('invoice')}>
          <OrderFacts invoice={invoice} />
          <InvoiceFacts invoice={invoice} amount={invoice.total} reversals={reversals} />
          <FileLinks files={invoice.files} at={`/desk/invoices/${id}/file`} />
          {reversals.map(
            (one) => one.files.length > 0 && <RedLetterFiles key={one.id} id={id} reversal={one} />,
          )}
        </Panel>
        {state === 'requested' && service && (
          <Panel title={t('service.title')}>
            <ServicePanel invoice={invoice} />
          </Panel>
        )}
        {(isOpen || (reversal === undefined && ISSUE_FIELDS.some((field) => form.problems?.[field]))) && (
          <Panel title={t('issue')}>
            <IssueForm id={id} amount={invoice.total} before={before} {...(reversal === undefined && form)} />
          </Panel>
        )}
        {(isOpen || form.problems?.refusalReason) && (
          <Panel title={t('refuse')}>
            <RefusalForm id={id} {...formState} />
          </Panel>
        )}
        {openReversals.length > 0 && state === 'issued' && (
          <Panel title={t('redLetter')}>
            <p className="mb-2 text-base-content/75 text-sm">{t('redLetterMeans')}</p>
            {openReversals.map((one) => (
              <div key={one.id}>
                {service && <ServiceReversal id={id} reversal={one} />}
                <RedLetterForm id={id} reversal={one} {...formState} />
              </div>
            ))}
          </Panel>
        )}
        {((state === 'issued' && !openReversals.length) || reversal === WHOLE_INVOICE) && (
          <Panel title={t('reverse')}>
            <p className="mb-2 text-base-content/75 text-sm">{t('reverseMeans')}</p>
            <ReversalForm id={id} before={before} {...(reversal === WHOLE_INVOICE && form)} />
          </Panel>
        )}
        <Panel title={t('history')}>
          <History actions={actions} />
        </Panel>
      </div>
    </>
  )
}

function RedLetterFiles({ id, reversal }: { id: string; reversal: Reversal }) {
  const t = useTranslations('orders.invoice')
  return (
    <>
      <p className="mt-3 text-sm">{t('redLetterFileName', { number: reversal.number ?? '' })}</p>
      <FileLinks files={reversal.files} at={`/desk/invoices/${id}/red-letters/${reversal.id}/file`} />
    </>
  )
}

function OrderFacts({ invoice }: { invoice: ListedInvoice }) {
  const t = useTranslations('orders')
  const tDue = useTranslations('calendar')('due')
  const goods = useGoods()
  return (
    <Facts
      facts={[
        { label: t('goods.label'), value: goods(invoice) },
        {
          label: t('invoiceDesk.asker'),
          // The team of an individual has the same name.
          value: [...new Set([invoice.askerName, invoice.teamName])].filter(Boolean).join(' · '),
        },
        ...(invoice.state === 'requested'
          ? [{ label: tDue, value: <Due at={invoice.due_at} overdue={isOverdue(invoice)} /> }]
          : []),
      ]}
    />
  )
}

function History({ actions }: { actions: InvoiceAction[] }) {
  const t = useTranslations('orders.invoiceDesk')
  return (
    <ol className="divide-y divide-base-300">
      {actions.map(({ id, action, words, at, staffName }) => (
        <li key={id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{t(`action.${action}`)}</span>
            <span className="text-base-content/75 text-sm">
              {staffName && `${staffName} · `}
              <Moment at={at} />
            </span>
          </p>
          {words && <p className="wrap-anywhere text-sm">{words}</p>}
        </li>
      ))}
    </ol>
  )
}
