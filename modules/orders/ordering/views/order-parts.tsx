import { useTranslations } from '#views/language.tsx'
import { StateWord, type Tone } from '#views/parts.tsx'
import { Money } from '#views/values/money.tsx'
import { type Goods, goodsOf, lineWords } from '../goods.ts'
import { type Order, shownState, timeLeft } from '../order.ts'

const TONES: Record<ReturnType<typeof shownState>, Tone> = {
  pending: 'warning',
  paid: 'success',
  closed: 'plain',
  expired: 'plain',
  partlyRefunded: 'success',
  refunded: 'plain',
}

/** The state of an order, which is expired once its deadline has passed. */
export function OrderStateWord({ order }: { order: Parameters<typeof shownState>[0] }) {
  const t = useTranslations('orders.state')
  const state = shownState(order)
  return <StateWord tone={TONES[state]}>{t(state)}</StateWord>
}

/** Makes a function that returns the ordered package, in the language of the page. */
export function useGoods() {
  const t = useTranslations()
  return (goods: Goods) => goodsOf(t, goods)
}

/** The lines of an order with their prices, and the total. */
export function OrderLines({ order }: { order: Pick<Order, 'lines' | 'total' | 'currency'> }) {
  const t = useTranslations('orders')
  const translateAny = useTranslations()
  return (
    <table className="table">
      <caption className="sr-only">{t('lines')}</caption>
      <tbody>
        {order.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change
          <tr key={index}>
            <td className="wrap-anywhere px-0">{lineWords(translateAny, line)}</td>
            <td className="px-0 text-right">
              <Money amount={BigInt(line.amount)} currency={order.currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="text-base text-base-content">
          <th scope="row" className="px-0 text-left">
            {t('total')}
          </th>
          <td className="px-0 text-right font-semibold">
            <Money amount={order.total} currency={order.currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The time left to pay, as hours:minutes:seconds; counts down with script. */
export function TimeLeft({ order }: { order: Pick<Order, 'state' | 'pay_until'> }) {
  const t = useTranslations('orders')
  const seconds = Math.floor(timeLeft(order) / 1000)
  if (!seconds) return <span>{t('paymentClosed')}</span>
  return (
    <span role="timer" className="tabular-nums" data-time-left={seconds} data-time-over={t('paymentClosed')}>
      {clockText(seconds)}
    </span>
  )
}

/** The time as 71:59:08. */
function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
