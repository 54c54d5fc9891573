import type { FormState } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Money } from '#views/values/money.tsx'
import { invoiceable, invoicedAmount, type OrderAndInvoice } from '../invoice.ts'
import { FileLinks, InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceForm } from './invoice-form.tsx'

interface Props extends FormState {
  order: OrderAndInvoice['order']
  /** The last one that was requested. */
  invoice: OrderAndInvoice['invoice']
  /** The completed action, from the address. */
  done?: string
}

const whyNone = ({ state, currency }: Props['order']) => {
  if (state !== 'paid') return 'onlyPaid'
  return currency === 'CNY' ? 'onlyUnrefunded' : 'onlyCny'
}

/** The invoice of an order: its state, and the form to request it. */
export function InvoicePage({ order, invoice, values, problems, done }: Props) {
  const t = useTranslations('orders.invoice')
  const support = useTranslations('orders.bank')('contact')
  const open = invoice?.state === 'requested' || invoice?.state === 'issued'
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('title')} lead={order.number}>
        <a href={`/mgmt/orders/${order.id}`} className="btn btn-ghost">
          {t('toOrder')}
        </a>
      </PageHead>
      {done === 'requested' && invoice?.state === 'requested' && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t('done.requested')}
        </p>
      )}
      {done === 'before' && open && (
        <p role="status" className="alert alert-info alert-soft mb-4 text-sm">
          {t('done.before')}
        </p>
      )}
      {!invoiceable(order) && <p className="mb-4">{t(whyNone(order))}</p>}
      <div className="grid gap-4">
        {invoice && (
          <Panel title={t(`stands.${invoice.state}`)}>
            <InvoiceFacts
              invoice={invoice}
              amount={invoicedAmount(order, invoice)}
              reversals={invoice.reversals}
            />
            {invoice.state === 'issued' && (
              <FileLinks files={invoice.files} at={`/mgmt/orders/${order.id}/invoice`} explained />
            )}
            {open && (
              <p className="mt-3 text-base-content/75 text-sm">
                {t('wrong')}{' '}
                <a className="link link-primary" href="/mgmt/online-service">
                  {support}
                </a>
              </p>
            )}
          </Panel>
        )}
        {values && (
          <Panel title={t(invoice ? 'again' : 'ask')}>
            <p className="mb-2 text-base-content/75 text-sm">
              {t('amount')} <Money amount={invoicedAmount(order, null)} currency={order.currency} />
            </p>
            <InvoiceForm id={order.id} values={values} problems={problems} />
          </Panel>
        )}
      </div>
    </div>
  )
}
