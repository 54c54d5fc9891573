import type { ReactNode } from 'react'
import type { Money as Amount, Currency } from '#src/core/money.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import type { MethodName } from '../../../schema.ts'
import { isOpenRefund, type UnknownRefund } from '../bill-refunds.ts'
import { refundStateKey } from '../entry-lines.ts'
import type { DayRefund } from '../reconcile.ts'

/** The refunds of a day, including pending ones, and refunds that only a bill contains. */
export function RefundList({ refunds, unknown }: { refunds: DayRefund[]; unknown: UnknownRefund[] }) {
  const t = useTranslations('desk.reconciliation')
  return (
    <ul className="divide-y divide-base-300">
      {refunds.map((refund) => {
        const { id, done_at, finding } = refund
        const isOpenFinding = isOpenRefund(finding)
        return (
          <RefundLine key={id} refund={refund} path={pathOf(refund)} open={isOpenFinding}>
            <StateWord tone={done_at && !isOpenFinding ? 'success' : 'warning'}>
              {t(isOpenFinding ? finding : refundStateKey(refund))}
            </StateWord>{' '}
            <Moment at={new Date(done_at ?? refund.created_at)} />
          </RefundLine>
        )
      })}
      {unknown.map(({ key, statementId, at, ...refund }) => (
        <RefundLine
          key={key}
          refund={{ ...refund, currency: 'CNY', reference: key }}
          path={`/desk/statements/${statementId}`}
          open
        >
          <StateWord tone="warning">{t('refundOnlyOnBill')}</StateWord> <Moment at={new Date(at)} />
        </RefundLine>
      ))}
    </ul>
  )
}

const pathOf = ({ note, order_id, payment_id }: DayRefund) =>
  note ? `/desk/orders/${order_id}/refund` : `/desk/payments/${payment_id}`

interface LineProps {
  refund: {
    amount: string
    currency: Currency
    method: MethodName
    number: string | null
    reference: string | null
  }
  path: string
  open: boolean
  children: ReactNode
}

function RefundLine({
  refund: { amount, currency, method, number, reference },
  path,
  open,
  children,
}: LineProps) {
  const t = useTranslations('desk.reconciliation')
  const orders = useTranslations('orders')
  const back: Amount = -BigInt(amount)
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-2">
      <span>
        <a className="link link-primary wrap-anywhere" href={path}>
          <Money amount={back} currency={currency} />
        </a>{' '}
        <span className="wrap-anywhere text-sm">
          {orders(`methods.${method}`)} {number} {reference}
        </span>
      </span>
      <span className="text-sm">{children}</span>
      {open && <span className="w-full max-w-prose text-base-content/75 text-sm">{t('refundTodo')}</span>}
    </li>
  )
}
