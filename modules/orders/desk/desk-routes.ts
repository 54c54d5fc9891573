import { routes } from '#src/http/web.ts'
import { statementRoutes } from './bank/statement-routes.tsx'
import { deskOrderRoutes } from './orders/desk-order-routes.tsx'
import { packageRoutes } from './prices/package-routes.tsx'
import { paymentRoutes } from './unsettled/payment-routes.tsx'

/** The desk's pages about orders and the money for them. */
export const deskRoutes = routes()

for (const part of [deskOrderRoutes, statementRoutes, paymentRoutes, packageRoutes])
  deskRoutes.route('/', part)
