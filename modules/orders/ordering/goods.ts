import type { Translate } from '#src/core/i18n.ts'
import { dynamicKey } from '#views/language/messages.ts'
import type { OrderLine, OrderTable } from '../schema.ts'

/**
 * The page that orders the same goods again: a package by its price, a tailor-made document by its offer.
 */
export const orderAgainPath = ({ request_id }: { request_id: string | null }) =>
  request_id ? `/mgmt/consultations/${request_id}` : '/pricing'

export type Goods = Pick<OrderTable, 'package' | 'period' | 'quantity'>

/** The name of a package without its period: “Monthly Basic, yearly” would contradict itself. */
const planName = (t: Translate, code: OrderTable['package']) => t(dynamicKey(`site.pricing.plan.${code}`))

/** The goods of an order in words: “Basic, yearly”, or “3 × type I document”. */
export const goodsOf = (t: Translate, { package: code, period, quantity }: Goods) =>
  code === 'tailored'
    ? t('orders.package.tailored')
    : period === 'once'
      ? t('orders.goods.single', { name: t(`orders.package.${code}`), quantity })
      : t('orders.goods.plan', { name: planName(t, code), period: t(`orders.paidBy.${period}`) })

/** The description of one line of an order. */
export const lineWords = (t: Translate, line: OrderLine) =>
  line.what === 'price'
    ? goodsOf(t, line)
    : line.what === 'discount'
      ? t('orders.line.discount', { code: line.coupon! })
      : t(`orders.line.${line.what}`, { name: planName(t, line.package), days: line.days!, of: line.of! })
