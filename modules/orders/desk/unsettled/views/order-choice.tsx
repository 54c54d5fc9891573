import type { FormState } from '#src/http/body.ts'
import { FormProblem } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { Money } from '#views/values/money.tsx'
import { OrderStateWord } from '../../../ordering/views/order-parts.tsx'
import type { OrderHit } from '../../orders/order-search.ts'
import type { DeskPayment } from '../payment.ts'

export interface OrderSearch {
  rows: OrderHit[]
  keyword: string
}

/** A search for the order to which a transfer belongs, with a button to assign it. */
export function OrderChoice({
  payment,
  choice,
  problems,
}: Pick<FormState, 'problems'> & { payment: DeskPayment; choice: OrderSearch }) {
  const t = useTranslations('desk.payments')
  const sales = useTranslations('desk.sales')
  const otherOrders = choice.rows.filter(({ id }) => id !== payment.order_id)
  return (
    <>
      <FormProblem problem={problems?.order} />
      <p className="mb-2 max-w-prose text-base-content/75 text-sm">{t('chooseMeaning')}</p>
      <search>
        <form method="get" action={`/desk/payments/${payment.id}`} className="mb-2">
          <SearchBox label={sales('search')} value={choice.keyword} className="max-w-md" />
        </form>
      </search>
      {choice.keyword !== '' && otherOrders.length === 0 && <p className="text-sm">{sales('noOrders')}</p>}
      <ul className="divide-y divide-base-300">
        {otherOrders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <a className="link link-primary" href={`/desk/orders/${order.id}`}>
                {order.number}
              </a>{' '}
              <Money amount={order.total} currency={order.currency} /> <OrderStateWord order={order} />
              <span className="wrap-anywhere block text-base-content/75 text-sm">
                {order.teamName} · {order.buyer_name}
              </span>
            </span>
            <form method="post" action={`/desk/payments/${payment.id}/order`}>
              <input type="hidden" name="order" value={order.id} />
              <button
                type="submit"
                className="btn btn-sm btn-outline"
                aria-label={t('chooseNumber', { number: order.number })}
              >
                {t('choose')}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </>
  )
}
