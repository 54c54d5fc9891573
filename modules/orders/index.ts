export { orderAsDemo } from './demo-orders.ts'
export { eraseOrders, exportOrders } from './erasure.ts'
export { expiringUses } from './ledger/expiring.ts'
export { type Grant, grantUsage, returnUse, type Spend, spendUsage } from './ledger/usage.ts'
export {
  requireUses,
  spendsOf,
  type UsageLine,
  usageSummary,
  usesIn,
  usesLeft,
} from './ledger/usage-summary.ts'
export { UsageBlock } from './ledger/views/usage-block.tsx'
export { UsesLeft } from './ledger/views/uses-left.tsx'
export { type Goods, goodsOf, lineWords } from './ordering/goods.ts'
export { findOrder, type Order, requirePaid } from './ordering/order.ts'
export { listOffers, listShownOffers, type Offer } from './packages/offer.ts'
export { packageRoom } from './packages/room.ts'
export { overdueOrders } from './payments/ask-back.ts'
export { forgetOldCallbacks, paymentCallback } from './payments/callback.ts'
export { beginFreeDemo, monthlyUses, startPlan } from './plans/plan.ts'
export { findStanding, type Standing } from './plans/standing.ts'
export { orderRoutes as routes } from './routes.tsx'
export {
  MONTHLY,
  type PackageName,
  PERIODS,
  type Period,
  SINGLES,
  type UsageKind,
} from './schema.ts'
export {
  tellEnded,
  tellPaid,
  tellPlaced,
  tellRefunded,
  tellReversed,
  tellUnsettled,
} from './telling/order-news.ts'
export { planEndings } from './telling/plan-endings.ts'
