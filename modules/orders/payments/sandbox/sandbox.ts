import { HOUR } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { PaymentMethod } from '../payment-method.ts'
import { sandboxAgreements } from './sandbox-agreements.ts'
import { sandboxRoutes } from './sandbox-routes.tsx'

/**
 * Simulates a gateway, in a demo only. Its books are separate, and we query them like those of any other
 * gateway.
 */
export const sandbox: PaymentMethod = {
  name: 'sandbox',
  currency: 'CNY',
  timeLimit: 2 * HOUR,
  isOffered: () => config.demo,
  begin: async (_, order) => ({ go: `/mgmt/orders/${order.id}/sandbox` }),
  query: async (db, order) => {
    const rows = await db
      .selectFrom('orders.sandbox_payment')
      .selectAll()
      .where('order_number', '=', order.number)
      .orderBy('paid_at')
      .execute()
    const payments = rows.map(({ reference, currency, amount, paid_at: at }) => ({
      reference,
      currency,
      amount,
      at,
    }))
    return payments.length ? { state: 'paid', received: payments } : { state: 'open' }
  },
  refund: async (_, { key }) => `SBR-${key}`,
  agreements: sandboxAgreements,
  routes: sandboxRoutes,
}
