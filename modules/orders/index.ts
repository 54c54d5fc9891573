import './desk/bank/merchant-bill.ts'
import './desk/open-money.ts'
import './ledger/usage-operation.ts'
import './notifications/plan-endings.ts'
import './payments/pending-orders.ts'
import './renewal/renewals.ts'

export { eraseBooks, eraseOrders } from './erasure.ts'
export { exportOrders } from './export.ts'
export { expiringUses } from './ledger/expiring.ts'
export { returnUse, spendUsage } from './ledger/usage.ts'
export { requireUses, type UsageLine, usesIn, usesLeft } from './ledger/usage-summary.ts'
export { UsageBlock } from './ledger/views/usage-block.tsx'
export { UsesLeft } from './ledger/views/uses-left.tsx'
export {
  notifyEnded,
  notifyPaid,
  notifyPlaced,
  notifyRefunded,
  notifyReversed,
  notifyUnsettled,
} from './notifications/order-notifications.ts'
export { goodsOf, lineWords } from './ordering/goods.ts'
export { findOrder, type Order, requirePaid } from './ordering/order.ts'
export { listCachedOffers, type Offer } from './packages/offer.ts'
export { packageQuota } from './packages/package-quota.ts'
export { planIncludes } from './packages/plan-includes.ts'
export { supportLevels, supportRank } from './packages/support.ts'
export { SupportLevel } from './packages/support-level.tsx'
export { beginFreeDemo } from './plans/plan.ts'
export { findPlanStatus } from './plans/plan-status.ts'
export { findCreditNote } from './refunds/refund-list.ts'
export { orderRoutes as routes } from './routes.tsx'
export { MONTHLY, PERIODS, type Period, SINGLES, type UsageKind, usageKindOf } from './schema.ts'
export { handleTailoredOrders } from './tailored/offer-port.ts'
