import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { OrderPayment } from '../money-received.ts'

/** The payments that did not settle an order, and their states. */
export function MoneyReceived({ received }: { received: OrderPayment[] }) {
  const t = useTranslations('orders')
  if (!received.length) return null
  return (
    <Panel title={t('received.title')}>
      {received.map((payment) => (
        <Payment key={payment.id} payment={payment} />
      ))}
    </Panel>
  )
}

function Payment({ payment }: { payment: OrderPayment }) {
  const t = useTranslations('orders')
  const money = useMoney()
  const { amount, currency, received_at, problem, settled_at, refunds } = payment
  return (
    <>
      <p>{t('received.came', { amount: money(amount, currency), at: momentText(received_at) })}</p>
      {problem && !settled_at && (
        <p>{t('received.open', { problem: t(`mail.unsettled.problem.${problem}`) })}</p>
      )}
      {refunds.map(({ id, amount: part, reference, done_at }) => {
        const given = money(BigInt(part), currency)
        return (
          <p key={id}>
            {done_at
              ? t('received.refunded', {
                  amount: given,
                  at: momentText(new Date(done_at)),
                  reference: reference ?? '',
                })
              : t('received.refunding', { amount: given })}
          </p>
        )
      })}
    </>
  )
}
