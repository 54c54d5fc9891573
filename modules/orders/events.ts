import type { OrderState, PaymentProblem, PlanStep, ProductName } from './schema.ts'

type OrderNotification =
  | 'orderPlaced'
  | 'orderPaid'
  | 'orderClosed'
  | 'orderExpired'
  | 'orderReversed'
  | 'slipRefused'
  | 'paymentUnsettled'
  | 'paymentRefunded'
  | 'orderRefunded'
  | 'invoiceIssued'
  | 'invoiceRefused'
  | 'invoiceReversed'
  | 'invoiceRedLetter'
  | 'renewalOn'
  | 'renewalDue'
  | 'renewalFailed'
  | 'renewalEnded'

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    'order-placed': { orderId: string }
    /** The order was paid and fulfilled. */
    'order-paid': { orderId: string }
    /**
     * The payment was confirmed by mistake: its grants are revoked, and the order waits for its money again,
     * or is closed.
     */
    'order-reversed': { orderId: string }
    'order-ended': { orderId: string; state: Extract<OrderState, 'closed' | 'expired'> }
    /** A payment did not settle its order: the desk must handle it. */
    'payment-unsettled': { orderId: string | null; problem: PaymentProblem }
    /** A payment was refunded in part or in full. */
    'payment-refunded': { refundId: string }
    /** A notification for the people concerned by an order, or by the renewal of their plan. */
    'order-news': {
      accountIds: string[]
      kind: OrderNotification
      facts: { number: string; goods: ProductName } | { plan: string }
      path: string
    }
    /** A team's plan ends in a week, in a day, or has ended; `day` is its last day in Shanghai. */
    'plan-ending': { teamId: string; step: PlanStep; plan: string; day: string; path: string }
    /** Our staff opened a plan for a team; `day` is its last day in Shanghai. */
    'plan-opened': { teamId: string; plan: string; day: string }
  }
}
