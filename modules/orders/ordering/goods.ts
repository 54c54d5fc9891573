import type { Translate } from '#src/core/i18n.ts'
import type { Order } from './order.ts'

export type Goods = Pick<Order, 'package' | 'period' | 'quantity'>

/** Monthly Basic, yearly; 3 × type I document. */
export const goodsOf = (t: Translate, { package: code, period, quantity }: Goods) =>
  period === 'once'
    ? t('orders.goods.single', { name: t(`orders.package.${code}`), quantity })
    : t('orders.goods.plan', { name: t(`orders.package.${code}`), period: t(`orders.paidBy.${period}`) })
