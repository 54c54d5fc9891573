import type { FormState } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Money } from '#views/values/money.tsx'
import { invoiceable, invoicedAmount, isOpen, mayChoose, type OrderAndInvoice } from '../invoice.ts'
import { FileLinks, InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceForm } from './invoice-form.tsx'

interface Props extends FormState {
  order: OrderAndInvoice['order']
  /** The last requested invoice. */
  invoice: OrderAndInvoice['invoice']
  /** The invoice that will be requested with the payment. */
  choice: OrderAndInvoice['choice']
  redLetters: OrderAndInvoice['redLetters']
  /** The completed action, from the address. */
  done?: string
}

const reasonWithoutInvoice = ({ state, currency }: Props['order']) => {
  if (state !== 'paid') return 'onlyPaid'
  return currency === 'CNY' ? 'onlyUnrefunded' : 'onlyCny'
}

const DONE_ACTIONS = ['requested', 'changed', 'withdrawn'] as const

/** Whether the notice of a completed action still matches the page. */
const matchesPage = (done: string, { invoice, choice }: Pick<OrderAndInvoice, 'invoice' | 'choice'>) =>
  done === 'withdrawn' ? !choice : invoice?.state === 'requested' || (done === 'changed' && choice !== null)

/** The invoice of an order: its state, and the form to request or change it. */
export function InvoicePage({ values, problems, done, ...orderAndInvoice }: Props) {
  const t = useTranslations('orders.invoice')
  const { order, invoice, choice, redLetters } = orderAndInvoice
  const completed = DONE_ACTIONS.find((one) => one === done && matchesPage(one, orderAndInvoice))
  const canChoose = mayChoose(order)
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('title')} lead={order.number}>
        <a href={`/mgmt/orders/${order.id}`} className="btn btn-ghost">
          {t('toOrder')}
        </a>
      </PageHead>
      {completed && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${completed}`)}
        </p>
      )}
      {done === 'before' && isOpen(invoice) && (
        <p role="status" className="alert alert-info alert-soft mb-4 text-sm">
          {t('done.before')}
        </p>
      )}
      {!canChoose && !invoiceable(order) && <p className="mb-4">{t(reasonWithoutInvoice(order))}</p>}
      <div className="grid gap-4">
        {invoice && <LastInvoiceState order={order} invoice={invoice} />}
        {redLetters.length > 0 && <RedLetters order={order} redLetters={redLetters} />}
        {values && canChoose && (
          <Panel title={t(choice ? 'checkout.chosen' : 'checkout.choose')}>
            <p className="mb-2 text-base-content/75 text-sm">{t('checkout.means')}</p>
            <InvoiceForm
              action={`/mgmt/orders/${order.id}/invoice-change`}
              send={t(choice ? 'change' : 'checkout.save')}
              offersStoring
              values={values}
              problems={problems}
            />
            {choice && (
              <form method="post" action={`/mgmt/orders/${order.id}/invoice-withdrawal`} className="mt-3">
                <button type="submit" className="btn btn-outline btn-sm">
                  {t('checkout.withdraw')}
                </button>
              </form>
            )}
          </Panel>
        )}
        {values && !canChoose && invoice?.state === 'requested' && (
          <Panel title={t('changeTitle')}>
            <InvoiceForm
              action={`/mgmt/orders/${order.id}/invoice-change`}
              send={t('change')}
              offersStoring
              values={values}
              problems={problems}
            />
          </Panel>
        )}
        {values && !canChoose && !isOpen(invoice) && (
          <Panel title={t(invoice ? 'again' : 'ask')}>
            <p className="mb-2 text-base-content/75 text-sm">
              {t('amount')} <Money amount={invoicedAmount(order, null)} currency={order.currency} />
            </p>
            <InvoiceForm
              action={`/mgmt/orders/${order.id}/invoice`}
              send={t('send')}
              offersStoring
              values={values}
              problems={problems}
            />
          </Panel>
        )}
      </div>
    </div>
  )
}

/** The red-letter invoices, which the buyer enters in their books too. */
function RedLetters({ order, redLetters }: Pick<Props, 'order' | 'redLetters'>) {
  const t = useTranslations('orders.invoice')
  return (
    <Panel title={t('redLetters')}>
      <ul className="divide-y divide-base-300">
        {redLetters.map(({ id, number, amount, invoiceNumber, files }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap justify-between gap-x-4 font-medium">
              <span className="wrap-anywhere">{number}</span>
              <Money amount={-BigInt(amount)} />
            </p>
            <p className="wrap-anywhere text-base-content/75 text-sm">
              {t('redLetterOf', { number: invoiceNumber ?? '' })}
            </p>
            <FileLinks files={files} at={`/mgmt/orders/${order.id}/red-letters/${id}/file`} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The state of the order's last invoice. */
function LastInvoiceState({
  order,
  invoice,
}: {
  order: Props['order']
  invoice: NonNullable<Props['invoice']>
}) {
  const t = useTranslations('orders.invoice')
  const support = useTranslations('orders.bank')('contact')
  return (
    <Panel title={t(`stands.${invoice.state}`)}>
      <InvoiceFacts invoice={invoice} amount={invoicedAmount(order, invoice)} reversals={invoice.reversals} />
      {invoice.state === 'issued' && (
        <FileLinks files={invoice.files} at={`/mgmt/orders/${order.id}/invoice`} isExplained />
      )}
      {isOpen(invoice) && (
        <p className="mt-3 text-base-content/75 text-sm">
          {t('wrong')}{' '}
          <a className="link link-primary" href="/mgmt/online-service">
            {support}
          </a>
        </p>
      )}
    </Panel>
  )
}
