import { routes } from '#src/http/web.ts'
import { couponRoutes } from '../coupons/coupon-routes.tsx'
import { refundRoutes } from '../refunds/refund-routes.tsx'
import { statementRoutes } from './bank/statement-routes.tsx'
import { deskOrderRoutes } from './orders/desk-order-routes.tsx'
import { packageRoutes } from './prices/package-routes.tsx'
import { reconciliationRoutes } from './reconciliation/reconciliation-routes.tsx'
import { revenueRoutes } from './revenue/revenue-routes.tsx'
import { paymentRoutes } from './unsettled/payment-routes.tsx'

/** The desk's pages about orders and payments. */
export const deskRoutes = routes()

const ALL_ROUTES = [
  deskOrderRoutes,
  statementRoutes,
  paymentRoutes,
  refundRoutes,
  packageRoutes,
  couponRoutes,
  reconciliationRoutes,
  revenueRoutes,
]
for (const areaRoutes of ALL_ROUTES) deskRoutes.route('/', areaRoutes)
