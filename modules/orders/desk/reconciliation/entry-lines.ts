import type { Translate } from '#src/core/i18n.ts'
import { decimal, type Money } from '#src/core/money.ts'
import { momentText } from '#views/values/moment.tsx'
import { isOpenRefund, type UnknownRefund } from './bill-refunds.ts'
import { isOpen } from './finding.ts'
import type { DayRefund, Entry } from './reconcile.ts'

const OWN_COLUMNS = [
  'at',
  'reference',
  'orders',
  'payments',
  'reported',
  'refunds',
  'finding',
  'todo',
] as const

/** The headings of the CSV file of a day. */
export function entryLineHead(t: Translate): string[] {
  const [at, reference, ...rest] = OWN_COLUMNS.map((key) => t(`desk.reconciliation.${key}Column`))
  const method = t('orders.method')
  const number = t('orders.number')
  return [at!, method, t('desk.sales.currency'), number, t('desk.team'), reference!, ...rest]
}

const amount = (money: Money | null) => (money === null ? '' : decimal(money))

/** One entry as a line of the file. */
export const entryLine = (entry: Entry, t: Translate): string[] => [
  momentText(entry.at),
  t(`orders.methods.${entry.method}`),
  entry.currency,
  entry.number ?? '',
  entry.team ?? '',
  entry.reference,
  amount(entry.order),
  amount(entry.payment),
  amount(entry.reported),
  '',
  t(`desk.reconciliation.finding.${entry.finding}`),
  isOpen(entry) ? t(`desk.reconciliation.todo.${entry.finding}`) : '',
]

/** The state of a refund, as a locale key. */
export function refundStateKey({
  done_at,
  refused,
  payee,
}: Pick<DayRefund, 'done_at' | 'refused' | 'payee'>) {
  if (done_at) return 'refundDone'
  if (refused) return 'refundRefused'
  return payee ? 'refundToTransfer' : 'refundWaits'
}

/** A refund as a line of the file, with a negative amount. */
export const refundLine = (refund: DayRefund, t: Translate): string[] => [
  momentText(new Date(refund.done_at ?? refund.created_at)),
  t(`orders.methods.${refund.method}`),
  refund.currency,
  refund.number ?? '',
  '',
  refund.reference ?? '',
  '',
  '',
  '',
  refund.done_at ? decimal(-BigInt(refund.amount)) : '',
  t(`desk.reconciliation.${isOpenRefund(refund.finding) ? refund.finding : refundStateKey(refund)}`),
  refund.reason,
]

/** A refund that only a bill contains, as a line of the file. */
export const unknownRefundLine = (refund: UnknownRefund, t: Translate): string[] => [
  momentText(new Date(refund.at)),
  t(`orders.methods.${refund.method}`),
  'CNY',
  refund.number,
  '',
  refund.key,
  '',
  '',
  '',
  decimal(-BigInt(refund.amount)),
  t('desk.reconciliation.refundOnlyOnBill'),
  t('desk.reconciliation.refundTodo'),
]
