import type { ReactNode } from 'react'
import { shanghaiDay } from '#src/core/clock.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { useMoney } from '#views/values/money.tsx'
import { goodsOf } from '../../ordering/goods.ts'
import type { RenewalStatus } from '../renewal-status.ts'

interface RenewalEvent {
  key: string
  at: Date
  words: ReactNode
}

interface Props {
  status: Pick<RenewalStatus, 'mandates' | 'renewals'>
  /** The base address of the orders; by default the customer's. */
  ordersAt?: string
}

/** The times when renewal was switched on and off, and each renewal with its order, newest first. */
export function RenewalHistory({ status, ordersAt = '/mgmt/orders' }: Props) {
  const t = useTranslations('orders.renewal')
  const events = useEvents(status, ordersAt)
  if (!events.length) return null
  return (
    <Panel title={t('history')}>
      <ol className="grid gap-2 text-sm">
        {events.map(({ key, at, words }) => (
          <li key={key} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
            <span className="text-base-content/75">
              <Moment at={at} />
            </span>
            <span className="wrap-anywhere">{words}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function useEvents({ mandates, renewals }: Props['status'], ordersAt: string): RenewalEvent[] {
  const t = useTranslations('orders.renewal')
  const translateAny = useTranslations()
  const money = useMoney()
  const mandateEvents = mandates.flatMap((mandate): RenewalEvent[] => {
    const { id, agreed_at: startedOn, ended_at: endedOn, ended_why: reason, currency } = mandate
    const facts = {
      goods: goodsOf(translateAny, { ...mandate, quantity: 1 }),
      limit: money(BigInt(mandate.limit), currency),
    }
    return [
      ...(startedOn ? [{ key: `${id} on`, at: new Date(startedOn), words: t('event.on', facts) }] : []),
      ...(endedOn && reason
        ? [{ key: `${id} off`, at: new Date(endedOn), words: t('event.off', { why: t(`ended.${reason}`) }) }]
        : []),
    ]
  })
  const renewalEvents = renewals.map((one): RenewalEvent => {
    const facts = { price: money(BigInt(one.price), one.currency), day: shanghaiDay(new Date(one.charge_at)) }
    const words = (
      <>
        {t(`event.renewal.${one.state}`, facts)}
        {one.number && (
          <>
            {' '}
            <a className="link" href={`${ordersAt}/${one.order_id}`}>
              {one.number}
            </a>
          </>
        )}
      </>
    )
    return { key: one.id, at: new Date(one.noticed_at), words }
  })
  return [...mandateEvents, ...renewalEvents].sort((one, other) => other.at.getTime() - one.at.getTime())
}
