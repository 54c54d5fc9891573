import type { Currency } from '#src/core/money.ts'
import { useTranslations } from '#views/language.tsx'
import { Day } from '#views/values/moment.tsx'
import { Money, useMoney } from '#views/values/money.tsx'
import { Arrival } from '../../views/arrival.tsx'
import type { DeskOrder } from '../desk-order.ts'

/** The payments of an order, and their states. */
export function Payments({ order }: { order: DeskOrder }) {
  const t = useTranslations('desk.sales')
  if (!order.payments.length) return <p className="text-base-content/75">{t('noPayments')}</p>
  return (
    <ul className="divide-y divide-base-300">
      {order.payments.map((payment) => (
        <li key={payment.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">
              <Money amount={BigInt(payment.amount)} currency={payment.currency as Currency} />
            </span>
            <span className="text-base-content/75 text-sm">
              <Arrival at={new Date(payment.received_at)} />
            </span>
          </p>
          <p className="wrap-anywhere text-sm">
            {t(payment.method === 'bank' ? 'reference' : 'transaction')}
            {t('colon')}
            {payment.reference}
          </p>
          {payment.confirmed_by && (
            <p className="text-sm">{t('confirmedBy', { name: payment.confirmed_by })}</p>
          )}
          <PaymentState payment={payment} />
        </li>
      ))}
    </ul>
  )
}

function PaymentState({ payment }: { payment: DeskOrder['payments'][number] }) {
  const t = useTranslations('desk.sales')
  const money = useMoney()
  if (payment.reversed_at) return <p className="text-sm">{t('reversedState')}</p>
  return (
    <p className="text-sm">
      <a className="link" href={`/desk/payments/${payment.id}`}>
        {payment.problem ? t(`problems.${payment.problem}`) : t('settlesOrder')}
      </a>
      {BigInt(payment.refunded) > 0n && (
        <>
          {' '}
          · {t('refundedState', { amount: money(BigInt(payment.refunded), payment.currency as Currency) })}
        </>
      )}
    </p>
  )
}

/** The terms of a plan that an order paid for. */
export function Terms({ terms }: Pick<DeskOrder, 'terms'>) {
  const t = useTranslations('orders')
  const desk = useTranslations('desk.sales')
  if (!terms.length) return null
  return (
    <ul className="mb-2">
      {terms.map((term) => (
        <li key={term.id}>
          {t(`package.${term.package}`)} <Day at={new Date(term.from_at)} />
          {' – '}
          <Day at={new Date(term.to_at)} /> {term.replaced_at && desk('replaced')}
        </li>
      ))}
    </ul>
  )
}

/** The uses that an order granted. */
export function Grants({ grants }: Pick<DeskOrder, 'grants'>) {
  const t = useTranslations('orders')
  const desk = useTranslations('desk.sales')
  if (!grants.length) return <p className="text-base-content/75">{desk('noGrants')}</p>
  return (
    <ul>
      {grants.map((grant) => (
        <li key={grant.id}>
          {t(`kind.${grant.kind}`)} × {grant.quantity} · {t('until')} <Day at={new Date(grant.expires_at!)} />{' '}
          {grant.undone_at && desk('takenBack')}
        </li>
      ))}
    </ul>
  )
}

/** The gateway's callbacks about an order, unchanged. */
export function Callbacks({ callbacks }: Pick<DeskOrder, 'callbacks'>) {
  const t = useTranslations('desk.sales')
  return (
    <ul className="divide-y divide-base-300">
      {callbacks.map((one) => (
        <li key={one.id} className="py-2">
          <p className="text-sm">
            <Arrival at={new Date(one.received_at)} /> · {one.worked_at ? t('worked') : t('notWorked')}
          </p>
          <pre className="wrap-anywhere whitespace-pre-wrap text-xs">{one.body}</pre>
        </li>
      ))}
    </ul>
  )
}
