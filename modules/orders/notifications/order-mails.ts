import { shanghaiDay } from '#src/core/clock.ts'
import { type Locale, languages, type Translate } from '#src/core/i18n.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { type MailContent, mailTemplate } from '#src/mail/mail-template.tsx'
import type { Sample } from '#src/mail/samples.ts'
import type { GroupWith, MessageKey } from '#views/language/messages.ts'
import { momentText } from '#views/values/moment.tsx'
import { moneyText } from '#views/values/money.tsx'
import { goodsOf } from '../ordering/goods.ts'
import type { Order } from '../ordering/order.ts'
import { BANK_DETAILS, type BankDetails } from '../payments/payment-method.ts'
import type { PaymentProblem } from '../schema.ts'

type MailedOrder = Pick<Order, 'id' | 'number' | 'package' | 'period' | 'quantity' | 'total' | 'currency'>

export interface OrderFacts {
  locale: Locale
  order: MailedOrder
}

const urlOf = ({ id }: MailedOrder, page = '') => publicUrl(`/mgmt/orders/${id}${page}`)

export const labelled = (t: Translate, label: MessageKey<'orders'>, value: string) =>
  t('orders.mail.fact', { label: t(`orders.${label}`), value })

/** The ordered package and its price, each on one line. */
const contentOf = (t: Translate, { locale, order }: OrderFacts) => [
  labelled(t, 'goods.label', goodsOf(t, order)),
  labelled(t, 'total', moneyText(languages[locale], order.total, order.currency)),
]

/** A mail about an order, with its number, its goods and a link to it. */
export function orderMail<T extends OrderFacts>(
  name: GroupWith<'orders.mail', 'subject' | 'lead'>,
  contentFor: (t: Translate, facts: T) => Partial<MailContent>,
  sampleFacts: (sample: Sample) => Omit<T, keyof OrderFacts>,
) {
  return mailTemplate<T>(
    `orders.${name}`,
    (t, facts) => ({
      subject: t(`orders.mail.${name}.subject`, { number: facts.order.number }),
      button: { words: t('orders.mail.open'), link: urlOf(facts.order) },
      footer: t('orders.mail.footer'),
      paragraphs: [t(`orders.mail.${name}.lead`, { number: facts.order.number }), ...contentOf(t, facts)],
      ...contentFor(t, facts),
    }),
    (sample) => ({ locale: sample.locale, order: SAMPLE_ORDER, ...sampleFacts(sample) }) as T,
  )
}

const SAMPLE_ORDER: MailedOrder = {
  id: 'sample',
  number: 'QO2611220001',
  package: 'basic',
  period: 'monthly',
  quantity: 1,
  total: 39_900n,
  currency: 'CNY',
}

interface PlacedFacts extends OrderFacts {
  details: BankDetails
  until: Date
}

/** The bank account, the deadline, and the required remark. */
const transferOf = (t: Translate, { order: { number }, details, until }: PlacedFacts) => [
  ...BANK_DETAILS.flatMap((name) => {
    const value = details[name]
    return value ? [labelled(t, `bank.${name}`, value)] : []
  }),
  t('orders.bank.remarkHint', { number, until: momentText(until) }),
]

/** The bank account in a sample mail. */
const sampleTransfer = ({ team }: Sample) => ({
  details: { holder: team, bank: '–', branch: '–', number: '0000 0000 0000', address: '–' },
  until: new Date('2026-11-25T10:00:00+08:00'),
})

/** How to pay an order by bank transfer. */
export const sendPlacedLater = orderMail<PlacedFacts>(
  'placed',
  (t, facts) => ({
    paragraphs: [
      t('orders.mail.placed.lead', { number: facts.order.number }),
      ...contentOf(t, facts),
      ...transferOf(t, facts),
      t('orders.mail.placed.more'),
    ],
    button: { words: t('orders.pay'), link: urlOf(facts.order, '/payment') },
  }),
  sampleTransfer,
)

interface ReversedFacts extends OrderFacts {
  /** The bank account; null if the order can no longer be paid. */
  details: BankDetails | null
  until: Date
}

/**
 * Mails that a transfer was confirmed by mistake: the consequences, and how to pay the order or order again.
 */
export const sendReversedLater = orderMail<ReversedFacts>(
  'reversed',
  (t, { details, ...orderFacts }) => ({
    paragraphs: [
      t('orders.mail.reversed.lead', { number: orderFacts.order.number }),
      ...contentOf(t, orderFacts),
      t(`orders.mail.reversed.${orderFacts.order.package === 'tailored' ? 'meansTailored' : 'means'}`),
      ...(details
        ? [t('orders.mail.reversed.pay'), ...transferOf(t, { ...orderFacts, details })]
        : [t('orders.mail.reversed.again')]),
      t('orders.mail.reversed.ask'),
    ],
    ...(details && { button: { words: t('orders.pay'), link: urlOf(orderFacts.order, '/payment') } }),
  }),
  sampleTransfer,
)

interface SlipRefusedFacts extends OrderFacts {
  reason: string
  until: Date
}

/** Mails that a proof of transfer was refused: the reason, and how to send another. */
export const sendSlipRefusedLater = orderMail<SlipRefusedFacts>(
  'slipRefused',
  (t, { locale, order, reason, until }) => ({
    paragraphs: [
      t('orders.mail.slipRefused.lead', { number: order.number }),
      labelled(t, 'slip.refusal', reason),
      ...contentOf(t, { locale, order }),
      t('orders.mail.slipRefused.next', { until: momentText(until) }),
      t('orders.mail.slipRefused.ask'),
    ],
    button: { words: t('orders.slip.again'), link: urlOf(order, '/payment') },
  }),
  ({ reason }) => ({ reason, until: new Date('2026-11-25T10:00:00+08:00') }),
)

interface PaidFacts extends OrderFacts {
  from: Date
  /** The end of the validity; null for a tailor-made document, which has no end. */
  to: Date | null
  /** Whether an invoice was chosen with the order, and is requested. */
  invoiced: boolean
  /** Whether the order was charged by an automatic renewal. */
  renewed: boolean
}

export const sendPaidLater = orderMail<PaidFacts>(
  'paid',
  (t, { locale, order, from, to, invoiced, renewed }) => ({
    paragraphs: [
      t(`orders.mail.paid.${to ? 'lead' : 'tailored'}`, { number: order.number }),
      ...(renewed ? [t('orders.mail.paid.renewed')] : []),
      ...contentOf(t, { locale, order }),
      ...(to ? [t('orders.mail.paid.valid', { from: shanghaiDay(from), to: shanghaiDay(to) })] : []),
      t(`orders.mail.paid.${invoiced ? 'invoiced' : order.currency === 'CNY' ? 'papers' : 'receipt'}`),
    ],
  }),
  () => ({
    from: new Date('2026-11-22T10:00:00+08:00'),
    to: new Date('2026-12-22T10:00:00+08:00'),
    invoiced: false,
    renewed: false,
  }),
)

const sendClosedLater = orderMail<OrderFacts>(
  'closed',
  () => ({}),
  () => ({}),
)

interface ExpiredFacts extends OrderFacts {
  /**
   * Whether the order is paid by transfer: a transfer that was made in time may arrive, or be confirmed,
   * after the deadline.
   */
  byTransfer: boolean
}

const sendExpiredLater = orderMail<ExpiredFacts>(
  'expired',
  (t, { byTransfer, ...orderFacts }) =>
    byTransfer
      ? {
          paragraphs: [
            t('orders.mail.expired.transfer', { number: orderFacts.order.number }),
            ...contentOf(t, orderFacts),
          ],
        }
      : {},
  () => ({ byTransfer: false }),
)

export const sendEndedLater = { closed: sendClosedLater, expired: sendExpiredLater }

interface UnsettledFacts extends OrderFacts {
  problem: PaymentProblem
}

/** Mails that a payment did not settle the order. */
export const sendUnsettledLater = orderMail<UnsettledFacts>(
  'unsettled',
  (t, { order, problem }) => ({
    paragraphs: [
      t('orders.mail.unsettled.lead', { number: order.number }),
      t(`orders.mail.unsettled.problem.${problem}`),
      t('orders.mail.unsettled.next'),
    ],
  }),
  () => ({ problem: 'late' as const }),
)

interface RefundedFacts extends OrderFacts {
  amount: bigint
  currency: Order['currency']
  reference: string
  /** The deadline if the order can still be paid, otherwise null. */
  until: Date | null
}

/** Mails that a payment for an order was refunded. */
export const sendRefundedLater = orderMail<RefundedFacts>(
  'refunded',
  (t, { locale, order: { number }, amount, currency, reference, until }) => ({
    paragraphs: [
      t('orders.mail.refunded.lead', { number }),
      labelled(t, 'received.amount', moneyText(languages[locale], amount, currency)),
      labelled(t, 'reference', reference),
      ...(until ? [t('orders.mail.refunded.pay', { until: momentText(until) })] : []),
    ],
  }),
  () => ({ amount: 9_900n, currency: 'CNY', reference: '0000 0000', until: null }),
)
