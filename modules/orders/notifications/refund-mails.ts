import { languages } from '#src/core/i18n.ts'
import { moneyText } from '#views/values/money.tsx'
import type { Payee, RevokedPurchases } from '../refunds/refund-schema.ts'
import { revokedWords } from '../refunds/taken-words.ts'
import { labelled, type OrderFacts, orderMail } from './order-mails.ts'

interface OrderRefundedFacts extends OrderFacts {
  amount: bigint
  /** The number of the credit note. */
  note: string
  reason: string
  taken: RevokedPurchases
  payee: Payee | null
  /** Whether the issued invoice will be reversed. */
  toReverse: boolean
}

/**
 * Mails that an order is refunded, in part or in full: the credit note, the revoked purchases, how the money
 * is returned.
 */
export const sendOrderRefundedLater = orderMail<OrderRefundedFacts>(
  'orderRefunded',
  (t, { locale, order, amount, note, reason, taken, payee, toReverse }) => ({
    paragraphs: [
      t('orders.mail.orderRefunded.lead', { number: order.number }),
      labelled(t, 'refund.amount', moneyText(languages[locale], amount, order.currency)),
      labelled(t, 'refund.note', note),
      labelled(t, 'refund.reason', reason),
      ...revokedWords(t, taken),
      t(`orders.mail.orderRefunded.${payee ? 'transfer' : 'sameWay'}`),
      ...(toReverse ? [t('orders.mail.orderRefunded.toReverse')] : []),
      t('orders.mail.orderRefunded.papers'),
    ],
  }),
  ({ reason }) => ({
    amount: 9_900n,
    note: 'CN2611220001',
    reason,
    taken: {
      uses: [{ kind: 'esign', quantity: 2 }],
      plan: { package: 'basic', before: '2026-12-22T02:00:00Z', until: '2026-11-22T02:00:00Z' },
    },
    payee: null,
    toReverse: true,
  }),
)
