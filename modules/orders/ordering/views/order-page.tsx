import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Facts } from '#views/facts.tsx'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Moment, momentText } from '#views/values/moment.tsx'
import { invoiceable, mayChoose } from '../../invoices/invoice.ts'
import { orderAgainPath } from '../goods.ts'
import type { OrderPayment } from '../money-received.ts'
import { mayClose, type Order, timeLeft } from '../order.ts'
import { MoneyReceived } from './money-received.tsx'
import { OrderLines, OrderStateWord, TimeLeft } from './order-parts.tsx'

interface Props {
  order: Order
  payments: OrderPayment[]
  justClosed: boolean
  /** The title of the invoice that was chosen with an unpaid order. */
  chosen: string | null
}

/** One order: its contents, its state, and the possible actions. */
export function OrderPage({ order, payments, justClosed, chosen }: Props) {
  const t = useTranslations('orders')
  const remaining = timeLeft(order)
  const { valid_from: from, valid_to: to, paid_at: paidAt, ended_at: endedAt } = order
  const facts = [
    { label: t('buyer'), value: order.buyer_name },
    ...(order.request_id
      ? [
          {
            label: t('tailored.request'),
            value: (
              <a className="link" href={orderAgainPath(order)}>
                {t('tailored.toRequest')}
              </a>
            ),
          },
        ]
      : []),
    ...(order.mandate_id
      ? [
          {
            label: t('renewal.placed'),
            value: (
              <a className="link" href="/mgmt/acct-info/renewal">
                {t('renewal.title')}
              </a>
            ),
          },
        ]
      : []),
    { label: t('createdAt'), value: <Moment at={order.created_at} /> },
    { label: t('method'), value: t(`methods.${order.method}`) },
    ...(remaining ? [{ label: t('timeLeft'), value: <TimeLeft order={order} /> }] : []),
    ...(paidAt ? [{ label: t('paidAt'), value: <Moment at={paidAt} /> }] : []),
    ...(endedAt ? [{ label: t('endedAt'), value: <Moment at={endedAt} /> }] : []),
    ...(from ? [{ label: t('validFrom'), value: <Moment at={from} /> }] : []),
    ...(to ? [{ label: t('validTo'), value: <Moment at={to} /> }] : []),
  ]
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('order')} lead={<OrderStateWord order={order} />}>
        <a href="/mgmt/order-record" className="btn btn-ghost">
          {t('record.back')}
        </a>
      </PageHead>
      {justClosed && order.state === 'closed' && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t('finish.closed.text')}
        </p>
      )}
      <div className="grid gap-4">
        <Panel title={order.number}>
          <Facts facts={facts} />
        </Panel>
        <Panel title={t('lines')}>
          <OrderLines order={order} />
        </Panel>
        {mayChoose(order) && <ChosenInvoice orderId={order.id} title={chosen} />}
        <MoneyReceived order={order} payments={payments} />
        {remaining > 0 && (
          <div className="flex flex-wrap gap-3">
            <a href={`/mgmt/orders/${order.id}/payment`} className="btn btn-primary">
              {t('pay')}
            </a>
            {mayClose(order) && (
              <ActionLink href={`/mgmt/orders/${order.id}/closure`} className="btn btn-outline">
                {t('close')}
              </ActionLink>
            )}
          </div>
        )}
        {remaining > 0 && !mayClose(order) && (
          <p className="text-base-content/75 text-sm">
            {t('lapses', { until: momentText(order.pay_until) })}
          </p>
        )}
        {order.state === 'paid' && <PaperLinks order={order} />}
        {order.state !== 'paid' && !remaining && (
          <p>
            {t('again')}
            <SentenceSpace />
            {order.method === 'bank' && order.state !== 'closed' && (
              <>
                {t('transferred')}
                <SentenceSpace />
              </>
            )}
            <a className="link link-primary" href={orderAgainPath(order)}>
              {t(order.request_id ? 'tailored.toRequest' : 'toPricing')}
            </a>
          </p>
        )}
      </div>
      <ActionPlace />
    </div>
  )
}

function ChosenInvoice({ orderId, title }: { orderId: string; title: string | null }) {
  const t = useTranslations('orders.invoice')
  return (
    <Panel title={t('title')}>
      <p className="wrap-anywhere">
        {title ? t('checkout.willAsk', { title }) : t('checkout.willNotAsk')}{' '}
        <a className="link link-primary" href={`/mgmt/orders/${orderId}/invoice`}>
          {t(title ? 'change' : 'checkout.choose')}
        </a>
      </p>
    </Panel>
  )
}

/** Links to the receipt and the invoice. */
function PaperLinks({ order }: { order: Order }) {
  const t = useTranslations('orders')
  return (
    <div className="flex flex-wrap gap-3">
      <a href={`/mgmt/orders/${order.id}/receipt.pdf`} className="btn btn-outline" download>
        {t('receipt.download')}
      </a>
      {invoiceable(order) && (
        <a href={`/mgmt/orders/${order.id}/invoice`} className="btn btn-outline">
          {t('invoice.title')}
        </a>
      )}
    </div>
  )
}
