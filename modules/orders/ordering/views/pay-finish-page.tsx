import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Money } from '#views/values/money.tsx'
import { type Order, timeLeft } from '../order.ts'
import { useGoods } from './order-parts.tsx'

/**
 * The result of a payment, for a buyer who returns from it; a visitor who is not logged in sees only the
 * order's id.
 */
export function PayFinishPage({ order, id }: { order: Order | null; id: string }) {
  const t = useTranslations('orders')
  const goods = useGoods()
  const state = order ? (order.state === 'pending' && !timeLeft(order) ? 'expired' : order.state) : 'unknown'
  const paid = state === 'paid'
  return (
    <section
      id="pay-finish"
      {...(state === 'pending' && liveAt(order!))}
      className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-16 text-center"
    >
      <Icon
        name={paid ? 'check' : 'info'}
        className={`size-12 ${paid ? 'text-success' : 'text-base-content/50'}`}
      />
      <h1 className="font-serif text-2xl">{t(`finish.${state}.title`)}</h1>
      <p role="status" className="text-base-content/75">
        {t(`finish.${state}.text`)}
      </p>
      {order && (
        <p>
          {order.number} · {goods(order)} · <Money amount={order.total} currency={order.currency} />
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {paid && (
          <a href="/mgmt/new-doc" className="btn btn-primary">
            {t('finish.newDocument')}
          </a>
        )}
        {state === 'pending' && (
          <a href={`/mgmt/orders/${order!.id}/payment`} className="btn btn-primary">
            {t('finish.back')}
          </a>
        )}
        {(state === 'closed' || state === 'expired') && (
          <a href="/pricing" className="btn btn-primary">
            {t('toPricing')}
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

/** Updates by itself while a payment is under way. */
const liveAt = ({ id }: Order) => ({
  'hx-get': `/pay-finish?order=${id}`,
  'hx-trigger': 'every 4s',
  'hx-select': '#pay-finish',
  'hx-swap': 'outerMorph',
})
