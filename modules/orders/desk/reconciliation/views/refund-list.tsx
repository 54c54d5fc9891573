import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { refundStateKey } from '../entry-lines.ts'
import type { DayRefund } from '../reconcile.ts'

/** The refunds of a day, including those that still wait. */
export function RefundList({ refunds }: { refunds: DayRefund[] }) {
  const t = useTranslations('desk.reconciliation')
  const orders = useTranslations('orders')
  return (
    <ul className="divide-y divide-base-300">
      {refunds.map((refund) => (
        <li key={refund.id} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span>
            <a
              className="link link-primary wrap-anywhere"
              href={
                refund.note ? `/desk/orders/${refund.order_id}/refund` : `/desk/payments/${refund.payment_id}`
              }
            >
              <Money amount={-BigInt(refund.amount)} currency={refund.currency} />
            </a>{' '}
            <span className="wrap-anywhere text-sm">
              {orders(`methods.${refund.method}`)} {refund.number} {refund.reference}
            </span>
          </span>
          <span className="text-sm">
            <StateWord tone={refund.done_at ? 'success' : 'warning'}>{t(refundStateKey(refund))}</StateWord>{' '}
            <Moment at={new Date(refund.done_at ?? refund.created_at)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
