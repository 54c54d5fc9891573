import type { Translate } from '#src/core/i18n.ts'
import { decimal } from '#src/core/money.ts'
import { momentText } from '#views/values/moment.tsx'
import { shownState } from '../../ordering/order.ts'
import type { OrderHit } from './order-search.ts'

const HEADS = [
  'number',
  'createdAt',
  'packageName',
  'quantity',
  'total',
  'method',
  'payStatus',
  'paidAt',
  'buyer',
] as const

/** The headings of the CSV file of orders; currency, team, period and refunded amount follow. */
export const orderLineHead = (t: Translate) => [
  ...HEADS.map((key) => t(`orders.${key}`)),
  t('desk.sales.currency'),
  t('desk.team'),
  t('desk.period'),
  t('desk.refunds.refunded'),
]

/** One order as a line of the file. */
export const orderLine = (order: OrderHit, t: Translate) => [
  order.number,
  momentText(order.created_at),
  t(`orders.package.${order.package}`),
  String(order.quantity),
  decimal(order.total),
  t(`orders.methods.${order.method}`),
  t(`orders.state.${shownState(order)}`),
  order.paid_at ? momentText(order.paid_at) : '',
  order.buyer_name,
  order.currency,
  order.teamName,
  order.period === 'once' ? '' : t(`orders.paidBy.${order.period}`),
  decimal(order.refunded),
]
