import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import { FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { Arrival } from '../../views/arrival.tsx'
import { DoneNotice } from '../../views/sales-tabs.tsx'
import {
  canVoid,
  type DeskPayment,
  isApplicable,
  isOpenPayment,
  partsOf,
  refundableAmount,
} from '../payment.ts'
import { OrderChoice, type OrderSearch } from './order-choice.tsx'
import { useOutcome } from './outcome.tsx'
import { ApplyForm, HandForm, JointForm, RefundForm, RetryForm, VoidForm } from './payment-forms.tsx'

interface Props extends FormState {
  payment: DeskPayment
  /** The orders to choose from; null if staff cannot choose the order. */
  choice: OrderSearch | null
  viewerId: string
  done?: string
}

/** One payment: its problem, and the ways to settle it. */
export function PaymentPage({ payment, choice, viewerId, done, ...formState }: Props) {
  const t = useTranslations('desk.payments')
  const { refunds } = payment
  const canApply = isApplicable(payment) || formState.problems?.application
  return (
    <>
      <PageHead title={t(payment.problem ? 'title' : 'payment')} lead={useOutcome()(payment)}>
        <a href="/desk/payments" className="btn btn-ghost">
          {t('all')}
        </a>
      </PageHead>
      {(payment.problem || isOpenPayment(payment)) && (
        <OwnerBar
          at={`/desk/payments/${payment.id}`}
          item={payment}
          viewerId={viewerId}
          isOpen={isOpenPayment(payment)}
          done={done}
        />
      )}
      <DoneNotice done={done} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('payment')}>
          <Facts facts={useFacts(payment)} />
        </Panel>
        {canApply && (
          <Panel title={t('apply')}>
            <ApplyForm payment={payment} {...formState} />
          </Panel>
        )}
        {(partsOf(payment) || formState.problems?.joint) && (
          <Panel title={t('applyTogether')}>
            <JointForm payment={payment} {...formState} />
          </Panel>
        )}
        {choice && (
          <Panel title={t(payment.order_id ? 'chooseOther' : 'chooseOrder')}>
            <OrderChoice payment={payment} choice={choice} problems={formState.problems} />
          </Panel>
        )}
        {(refundableAmount(payment) > 0n || formState.problems?.amount) && (
          <Panel title={t('refund')}>
            <RefundForm payment={payment} {...formState} />
          </Panel>
        )}
        {(canVoid(payment) || formState.problems?.void) && (
          <Panel title={t('void')}>
            <VoidForm payment={payment} {...formState} />
          </Panel>
        )}
        {refunds.length > 0 && (
          <Panel title={t('refunds')}>
            <FormProblem problem={formState.problems?.byHand} />
            <Refunds payment={payment} {...formState} />
          </Panel>
        )}
      </div>
    </>
  )
}

function useFacts(payment: DeskPayment) {
  const t = useTranslations('desk.payments')
  const orders = useTranslations('orders')
  const statements = useTranslations('desk.statements')
  const { order_id: orderId, number, total, orderCurrency } = payment
  const pendingAmount = payment.refunds.reduce(
    (sum, one) => sum + (one.done_at ? 0n : BigInt(one.amount)),
    0n,
  )
  return [
    { label: t('amount'), value: <Money amount={payment.amount} currency={payment.currency} /> },
    { label: t('receivedAt'), value: <Arrival at={payment.received_at} /> },
    { label: orders('method'), value: orders(`methods.${payment.method}`) },
    { label: t('reference'), value: payment.reference },
    ...(payment.line
      ? [
          { label: statements('columns.payer'), value: payment.line.payer },
          { label: statements('columns.remark'), value: payment.line.remark },
          {
            label: statements('title'),
            value: (
              <a className="link" href={`/desk/statements/${payment.line.statementId}`}>
                {t('toStatement')}
              </a>
            ),
          },
        ]
      : []),
    {
      label: orders('number'),
      value: orderId && (
        <a className="link" href={`/desk/orders/${orderId}`}>
          {number}
        </a>
      ),
    },
    { label: t('team'), value: payment.teamName },
    ...(orderId
      ? [
          { label: t('orderTotal'), value: <Money amount={total!} currency={orderCurrency!} /> },
          { label: orders('payStatus'), value: orders(`state.${payment.state!}`) },
        ]
      : []),
    {
      label: t('refunded'),
      value: <Money amount={payment.refunded - pendingAmount} currency={payment.currency} />,
    },
    ...(payment.excess
      ? [{ label: t('excess'), value: <Money amount={payment.excess} currency={payment.currency} /> }]
      : []),
    ...(pendingAmount
      ? [{ label: t('refundWaiting'), value: <Money amount={pendingAmount} currency={payment.currency} /> }]
      : []),
  ]
}

function Refunds({ payment, ...formState }: FormState & { payment: DeskPayment }) {
  const t = useTranslations('desk.payments')
  return (
    <ul className="divide-y divide-base-300">
      {payment.refunds.map((refund) => (
        <li key={refund.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">
              <Money amount={BigInt(refund.amount)} currency={payment.currency} />
            </span>
            <span className="text-base-content/75 text-sm">
              {refund.name} · <Moment at={new Date(refund.created_at)} />
            </span>
          </p>
          <p className="wrap-anywhere text-sm">{refund.reason}</p>
          {refund.done_at ? (
            <p className="wrap-anywhere text-sm">
              {t(refund.by_hand ? 'refundByHand' : 'refundDone', { reference: refund.reference! })}
            </p>
          ) : (
            !refund.number && <RetryForm paymentId={payment.id} refund={refund} />
          )}
          {refund.number && (
            <a className="link text-sm" href={`/desk/orders/${payment.order_id}/refund`}>
              {t('ofOrder', { number: refund.number })}
            </a>
          )}
          {refund.refused && !refund.done_at && !refund.number && (
            <HandForm payment={payment} refund={refund} {...formState} />
          )}
        </li>
      ))}
    </ul>
  )
}
