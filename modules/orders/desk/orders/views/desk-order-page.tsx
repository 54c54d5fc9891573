import type { FormState } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { OrderLines, OrderStateWord, useGoods } from '../../../ordering/views/order-parts.tsx'
import { isOfLastDay } from '../../../plans/plan-change.ts'
import { ReversalForm, SlipRefusalForm, TransferForm } from '../../bank/views/transfer-forms.tsx'
import { DoneNotice } from '../../views/sales-tabs.tsx'
import type { DeskOrder } from '../desk-order.ts'
import { Callbacks, Grants, Payments, Terms } from './order-history.tsx'
import { OrderNotes } from './order-notes.tsx'

interface Props extends FormState {
  order: DeskOrder
  done?: string
  /** Whether the typed amount differs from the price, which staff must confirm. */
  hasOtherAmount?: boolean
  /** Whether the order is paid already, so that staff must confirm another transfer. */
  again?: boolean
}

/** One order with its whole history, for staff. */
export function DeskOrderPage({ order, done, hasOtherAmount, again, ...formState }: Props) {
  const t = useTranslations('desk.sales')
  const { change, state, method, slip } = order
  const byTransfer = order.payments.some((one) => one.method === 'bank' && !one.problem && !one.reversed_at)
  const fulfilledAt = order.request_id ? order.paid_at : change && new Date(change.made_at)
  const reversible = byTransfer && state === 'paid' && fulfilledAt && isOfLastDay(fulfilledAt)
  return (
    <>
      <PageHead title={order.number} lead={<OrderStateWord order={order} />}>
        {state === 'paid' && (
          <a href={`/desk/orders/${order.id}/refund`} className="btn btn-outline">
            {t(order.refunded ? 'refunds' : 'refund')}
          </a>
        )}
        <a href="/desk/orders" className="btn btn-ghost">
          {t('allOrders')}
        </a>
      </PageHead>
      <DoneNotice done={done} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('order')}>
          <Facts facts={useFacts(order)} />
        </Panel>
        <Panel title={t('lines')}>
          <OrderLines order={order} />
        </Panel>
        {method === 'bank' && (state !== 'paid' || formState.values?.day !== undefined) && (
          <Panel title={t('confirmTransfer')}>
            <TransferForm order={order} hasOtherAmount={hasOtherAmount} again={again} {...formState} />
          </Panel>
        )}
        {((slip && !slip.erased_at && !slip.refused_at && state === 'pending') ||
          formState.values?.slipReason !== undefined) && (
          <Panel title={t('refuseSlip')}>
            <SlipRefusalForm order={order} {...formState} />
          </Panel>
        )}
        <Panel title={t('moneyIn')}>
          <Payments order={order} />
        </Panel>
        <Panel title={t('brought')}>
          <Terms terms={order.terms} />
          <Grants grants={order.grants} />
        </Panel>
        {(reversible || formState.problems?.reversal) && (
          <Panel title={t('reverse')}>
            <ReversalForm order={order} {...formState} />
          </Panel>
        )}
        <OrderNotes order={order} {...formState} />
        {order.callbacks.length > 0 && (
          <Panel title={t('callbacks')}>
            <Callbacks callbacks={order.callbacks} />
          </Panel>
        )}
      </div>
    </>
  )
}

function useFacts(order: DeskOrder) {
  const t = useTranslations('orders')
  const desk = useTranslations('desk')
  const goods = useGoods()
  const at = (time: Date | null) => time && <Moment at={time} />
  const { slip } = order
  return [
    {
      label: desk('team'),
      value: (
        <a className="link" href={`/desk/accounts/${order.account_id}/team`}>
          {order.teamName}
        </a>
      ),
    },
    {
      label: t('buyer'),
      value: (
        <a className="link" href={`/desk/accounts/${order.account_id}`}>
          {order.buyer_name}
        </a>
      ),
    },
    { label: t('goods.label'), value: goods(order) },
    { label: desk('sales.kind'), value: t(`orderKind.${order.kind}`) },
    ...(order.request_id
      ? [
          {
            label: t('tailored.request'),
            value: (
              <a className="link" href={`/desk/consultations/${order.request_id}`}>
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
              <a className="link" href={`/desk/accounts/${order.account_id}/plan`}>
                {t('renewal.title')}
              </a>
            ),
          },
        ]
      : []),
    { label: t('method'), value: t(`methods.${order.method}`) },
    { label: t('createdAt'), value: at(order.created_at) },
    { label: desk('sales.payUntil'), value: at(order.pay_until) },
    { label: t('paidAt'), value: at(order.paid_at) },
    ...(order.ended_at ? [{ label: t('endedAt'), value: at(order.ended_at) }] : []),
    { label: t('validFrom'), value: at(order.valid_from) },
    { label: t('validTo'), value: at(order.valid_to) },
    ...(order.invoice
      ? [
          {
            label: t('invoice.title'),
            value: (
              <a className="link" href={`/desk/invoices/${order.invoice.id}`}>
                {t(`invoice.state.${order.invoice.state}`)}
              </a>
            ),
          },
        ]
      : []),
    ...(slip
      ? [
          {
            label: desk('sales.slip'),
            value: slip.erased_at ? (
              <>
                {desk('sales.slipErased')} <Moment at={new Date(slip.erased_at)} />
              </>
            ) : (
              <>
                <a className="link" href={`/desk/orders/${order.id}/slip`}>
                  {slip.type.toUpperCase()}
                </a>{' '}
                <Moment at={new Date(slip.uploaded_at)} />
                {slip.refused_at && (
                  <p className="text-sm">{desk('sales.slipRefused', { reason: slip.refusal ?? '' })}</p>
                )}
              </>
            ),
          },
        ]
      : []),
  ]
}
