import type { Money } from '#src/core/money.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { RevokedPurchases } from '../../refunds/refund-schema.ts'
import { revokedWords } from '../../refunds/taken-words.ts'
import type { OrderPayment } from '../money-received.ts'
import type { Order } from '../order.ts'

/** The payments that did not settle an order, and their states. */
export function MoneyReceived({ order, payments }: { order: Order; payments: OrderPayment[] }) {
  const t = useTranslations('orders')
  const money = useMoney()
  if (!payments.length) return null
  const missingAmount = missingOf(order, payments)
  return (
    <Panel title={t('received.title')}>
      {payments.map((payment) => (
        <Payment
          key={payment.id}
          orderId={order.id}
          payment={payment}
          isPart={missingAmount !== null && payment.currency === order.currency}
        />
      ))}
      {missingAmount !== null && missingAmount <= 0n && (
        <p className="font-medium">{t('received.reached')}</p>
      )}
      {missingAmount !== null && missingAmount > 0n && (
        <p className="font-medium">
          {t('received.missing', {
            missing: money(missingAmount, order.currency),
            total: money(order.total, order.currency),
            number: order.number,
          })}
        </p>
      )}
    </Panel>
  )
}

/**
 * The amount still missing after open part payments while an order waits, 0 or less if none is missing; null
 * without an open order.
 */
function missingOf({ state, total, currency }: Order, payments: OrderPayment[]): Money | null {
  const openPayments = payments.filter((one) => one.problem && !one.settled_at && one.currency === currency)
  const rest = openPayments.reduce((sum, { amount, refunded }) => sum - (amount - refunded), total)
  const isParts = openPayments.length > 1 || (openPayments.length === 1 && rest > 0n)
  return state === 'pending' && isParts ? rest : null
}

function Payment({ orderId, payment, isPart }: { orderId: string; payment: OrderPayment; isPart: boolean }) {
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
      {problem && !settled_at && !isPart && (
        <p>{t('received.open', { problem: t(`mail.unsettled.problem.${problem}`) })}</p>
      )}
      {excess > 0n && <p>{t('received.excess', { amount: money(excess, currency) })}</p>}
      {refunds.map(({ id, amount: refundAmount, reference, done_at, ...refund }) => {
        const amount = money(BigInt(refundAmount), currency)
        return (
          <div key={id} className="mt-2">
            <p>
              {done_at
                ? t('received.refunded', {
                    amount,
                    at: momentText(new Date(done_at)),
                    reference: reference ?? '',
                  })
                : t('received.refunding', { amount })}
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

/** The refund of an order's price: its reason, the revoked purchases, and its credit note. */
function CreditNote({ orderId, refundId, number, reason, taken }: NoteProps) {
  const t = useTranslations('orders')
  return (
    <>
      <p className="wrap-anywhere">{t('refund.because', { reason })}</p>
      <RevokedLines purchases={taken} />
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

/** The purchases revoked by a refund. */
export function RevokedLines({ purchases }: { purchases: RevokedPurchases | null }) {
  const t = useTranslations()
  return revokedWords(t, purchases).map((sentence) => <p key={sentence}>{sentence}</p>)
}
