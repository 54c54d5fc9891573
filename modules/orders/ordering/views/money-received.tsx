import { shanghaiDay } from '#src/core/clock.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { TakenBack } from '../../refunds/refund-schema.ts'
import type { OrderPayment } from '../money-received.ts'

/** The payments that did not settle an order, and their states. */
export function MoneyReceived({ orderId, received }: { orderId: string; received: OrderPayment[] }) {
  const t = useTranslations('orders')
  if (!received.length) return null
  return (
    <Panel title={t('received.title')}>
      {received.map((payment) => (
        <Payment key={payment.id} orderId={orderId} payment={payment} />
      ))}
    </Panel>
  )
}

function Payment({ orderId, payment }: { orderId: string; payment: OrderPayment }) {
  const t = useTranslations('orders')
  const money = useMoney()
  const { amount, currency, received_at, problem, settled_at, refunds } = payment
  const excess = refunds.reduce(
    (rest, one) => (one.number ? rest : rest - BigInt(one.amount)),
    payment.excess,
  )
  return (
    <>
      <p>{t('received.came', { amount: money(amount, currency), at: momentText(received_at) })}</p>
      {problem && !settled_at && (
        <p>{t('received.open', { problem: t(`mail.unsettled.problem.${problem}`) })}</p>
      )}
      {excess > 0n && <p>{t('received.excess', { amount: money(excess, currency) })}</p>}
      {refunds.map(({ id, amount: part, reference, done_at, ...refund }) => {
        const given = money(BigInt(part), currency)
        return (
          <div key={id} className="mt-2">
            <p>
              {done_at
                ? t('received.refunded', {
                    amount: given,
                    at: momentText(new Date(done_at)),
                    reference: reference ?? '',
                  })
                : t('received.refunding', { amount: given })}
            </p>
            {refund.number && (
              <CreditNote orderId={orderId} refundId={id} {...refund} number={refund.number} />
            )}
          </div>
        )
      })}
    </>
  )
}

type Refund = OrderPayment['refunds'][number]

interface NoteProps extends Pick<Refund, 'reason' | 'taken'> {
  orderId: string
  refundId: string
  number: string
}

/** Of a refund of the order's price: its reason, what it took back, and its credit note. */
function CreditNote({ orderId, refundId, number, reason, taken }: NoteProps) {
  const t = useTranslations('orders')
  return (
    <>
      <p className="wrap-anywhere">{t('refund.because', { reason })}</p>
      <TakenBackLines taken={taken} />
      <a
        href={`/mgmt/orders/${orderId}/refunds/${refundId}/credit-note.pdf`}
        className="link link-primary"
        download
      >
        {t('refund.download', { number })}
      </a>
    </>
  )
}

/** What a refund took back. */
export function TakenBackLines({ taken }: { taken: TakenBack | null }) {
  const t = useTranslations('orders')
  return (
    <>
      {taken?.plan && <p>{t('refund.planEnds', { day: shanghaiDay(new Date(taken.plan.until)) })}</p>}
      {taken?.uses.map(({ kind, quantity }) => (
        <p key={kind}>{t('refund.usesTaken', { kind: t(`kind.${kind}`), quantity })}</p>
      ))}
    </>
  )
}
