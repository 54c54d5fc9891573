import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { orderAgainPath } from '../goods.ts'
import { type Order, timeLeft } from '../order.ts'
import { useGoods } from './order-parts.tsx'

interface Props {
  /** The order; null for a visitor who is not logged in and sees only the order's id. */
  order: Order | null
  id: string
  /** Whether the buyer has cancelled the payment on the page of the gateway. */
  cancelled: boolean
}

/** The result of a payment, for a buyer who returns from it. */
export function PayFinishPage({ order, id, cancelled }: Props) {
  const t = useTranslations('orders')
  const goods = useGoods()
  const state = order ? (order.state === 'pending' && !timeLeft(order) ? 'expired' : order.state) : 'unknown'
  const isPaid = state === 'paid'
  const shownStateKey = state === 'pending' && cancelled ? 'cancelled' : state
  return (
    <section
      id="pay-finish"
      {...(state === 'pending' && liveAt(order!, cancelled))}
      className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-16 text-center"
    >
      <Icon
        name={isPaid ? 'check' : 'info'}
        className={`size-12 ${isPaid ? 'text-success' : 'text-base-content/50'}`}
      />
      <h1 className="font-serif text-2xl">{t(`finish.${shownStateKey}.title`)}</h1>
      <p role="status" className="text-base-content/75">
        {t(isPaid && order?.request_id ? 'finish.paid.tailored' : `finish.${shownStateKey}.text`)}
      </p>
      {order && (
        <p>
          {order.number} · {goods(order)} · <Money amount={order.total} currency={order.currency} />
        </p>
      )}
      {shownStateKey === 'cancelled' && order!.kind !== 'single' && (
        <p className="text-base-content/75">
          {t('finish.cancelled.otherLater', { until: momentText(order!.pay_until) })}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {isPaid && (
          <a href={order?.request_id ? orderAgainPath(order) : '/mgmt/new-doc'} className="btn btn-primary">
            {t(order?.request_id ? 'tailored.toRequest' : 'finish.newDocument')}
          </a>
        )}
        {state === 'pending' && (
          <a href={`/mgmt/orders/${order!.id}/payment`} className="btn btn-primary">
            {t(shownStateKey === 'cancelled' ? 'finish.cancelled.again' : 'finish.back')}
          </a>
        )}
        {shownStateKey === 'cancelled' && order!.kind === 'single' && (
          <a href={`/mgmt/confirm-order?${choiceOf(order!)}`} className="btn btn-outline">
            {t('finish.cancelled.other')}
          </a>
        )}
        {(state === 'closed' || state === 'expired') && (
          <a href={orderAgainPath(order!)} className="btn btn-primary">
            {t(order!.request_id ? 'tailored.toRequest' : 'toPricing')}
          </a>
        )}
        {order ? (
          <a href={`/mgmt/orders/${id}`} className="btn btn-ghost">
            {t('finish.toOrder')}
          </a>
        ) : (
          <a href={id ? `/mgmt/orders/${id}` : '/mgmt/order-record'} className="btn btn-primary">
            {t('finish.logIn')}
          </a>
        )}
      </div>
    </section>
  )
}

/** The query of the page that orders the same goods with another payment method. */
const choiceOf = (order: Order) =>
  new URLSearchParams({ package: order.package, period: order.period, quantity: String(order.quantity) })

/** Attributes that update the page automatically while a payment is under way. */
const liveAt = ({ id }: Order, cancelled: boolean) => ({
  'hx-get': `/pay-finish?order=${id}${cancelled ? '&cancelled' : ''}`,
  'hx-trigger': 'every 4s',
  'hx-select': '#pay-finish',
  'hx-swap': 'outerMorph',
})
