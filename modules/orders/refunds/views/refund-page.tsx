import type { FormState } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import type { DeskOrder } from '../../desk/orders/desk-order.ts'
import { DoneNotice } from '../../desk/views/sales-tabs.tsx'
import { OrderStateWord, useGoods } from '../../ordering/views/order-parts.tsx'
import type { OrderKind } from '../../schema.ts'
import { type Purchase, restOf } from '../purchase.ts'
import type { findRefunds } from '../refund-list.ts'
import type { RefundPlan } from '../refund-order.ts'
import { RefundForm } from './refund-form.tsx'
import { RefundPreview } from './refund-preview.tsx'
import { RefundProgress } from './refund-progress.tsx'

type RefundList = Awaited<ReturnType<typeof findRefunds>>

interface Props extends FormState, RefundList {
  order: DeskOrder
  purchase: Purchase
  /** Whether the money is transferred, because no payment service returns it. */
  byTransfer: boolean
  /** The effects of the refund in the form. */
  plan?: RefundPlan
  /**
   * The path of the request that waits for a colleague's approval; no other refund is possible before that.
   */
  pendingApproval?: string
  /** Whether a colleague has to approve the refund of the form. */
  needsApproval: boolean
  /** The completed action, from the address. */
  done?: string
}

/** A settled order: its purchases and usage, the form for a refund, and earlier refunds. */
export function RefundPage({ order, purchase, refunds, plan, pendingApproval, done, ...formState }: Props) {
  const { invoice, byTransfer, needsApproval, ...form } = formState
  const t = useTranslations('desk.refunds')
  const refundable = order.state === 'paid' && restOf(order) > 0n
  // The form with its input also remains when a colleague's request came first.
  const mayRefund = refundable && (!pendingApproval || form.values !== undefined)
  return (
    <>
      <PageHead title={`${t('title')} · ${order.number}`} lead={<OrderStateWord order={order} />}>
        <a href={`/desk/orders/${order.id}`} className="btn btn-ghost">
          {t('toOrder')}
        </a>
      </PageHead>
      <DoneNotice done={done} />
      {pendingApproval && (
        <p className="alert alert-warning alert-soft mb-4 text-sm">
          <span>
            {t('waitsForApproval')}{' '}
            <a className="link" href={`/desk/approvals/${pendingApproval}`}>
              {t('toApproval')}
            </a>
          </span>
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('purchase')}>
          <Facts facts={useFacts(order, purchase)} />
        </Panel>
        {plan && mayRefund && (
          <Panel title={t('preview.title')}>
            <RefundPreview plan={plan} values={form.values ?? {}} needsApproval={needsApproval} />
          </Panel>
        )}
        {(mayRefund || form.problems?.refund) && (
          <Panel title={t('make')}>
            <RefundForm
              order={order}
              purchase={purchase}
              invoice={invoice}
              byTransfer={byTransfer}
              {...form}
            />
          </Panel>
        )}
        {refunds.length > 0 && (
          <Panel title={t('made')}>
            <RefundProgress orderId={order.id} refunds={refunds} {...form} />
          </Panel>
        )}
      </div>
      {!refundable && <p className="mt-4">{t(order.state === 'paid' ? 'allRefunded' : 'onlyPaid')}</p>}
    </>
  )
}

const PROPOSED_BY = {
  single: 'byUses',
  plan: 'byDays',
  renewal: 'byDays',
  upgrade: 'byDays',
  tailored: 'byWork',
} as const satisfies Record<OrderKind, string>

function useFacts(order: DeskOrder, purchase: Purchase) {
  const t = useTranslations('desk.refunds')
  const orders = useTranslations('orders')
  const team = useTranslations('desk')('team')
  const goods = useGoods()
  const money = (amount: bigint) => <Money amount={amount} currency={order.currency} />
  return [
    { label: team, value: order.teamName },
    { label: orders('goods.label'), value: goods(order) },
    { label: orders('total'), value: money(order.total) },
    { label: orders('method'), value: orders(`methods.${order.method}`) },
    { label: orders('paidAt'), value: order.paid_at && <Moment at={order.paid_at} /> },
    ...(order.refunded ? [{ label: t('refunded'), value: money(order.refunded) }] : []),
    { label: t('rest'), value: money(restOf(order)) },
    ...useUnused(order, purchase),
    {
      label: t('proposal'),
      value: (
        <>
          <strong>{money(purchase.worth)}</strong>{' '}
          <span className="block text-base-content/75 text-sm">
            {t(purchase.returnsTo ? 'byDifference' : PROPOSED_BY[order.kind])}
          </span>
        </>
      ),
    },
  ]
}

function useUnused(order: DeskOrder, purchase: Purchase) {
  const t = useTranslations('desk.refunds')
  if (order.kind === 'tailored') return []
  if (order.kind !== 'single')
    return [{ label: t('time'), value: <Terms purchase={purchase} currency={order.currency} /> }]
  const { bought, unused } = purchase
  return [{ label: t('uses'), value: t('usesLeft', { bought, unused }) }]
}

function Terms({ purchase, currency }: { purchase: Purchase; currency: DeskOrder['currency'] }) {
  const t = useTranslations('desk.refunds')
  const orders = useTranslations('orders')
  if (!purchase.terms.length) return t('noTime')
  return (
    <ul>
      {purchase.terms.map((term) => (
        <li key={term.id}>
          {orders(`package.${term.package}`)} <Day at={term.from_at} />
          {' – '}
          <Day at={term.to_at} />
          {t('comma')}
          {t('daysLeft', { left: term.left, days: term.days })}
          {t('comma')}
          <Money amount={term.worth} currency={currency} />
        </li>
      ))}
    </ul>
  )
}
