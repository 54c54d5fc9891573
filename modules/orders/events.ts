import type { OrderState, PackageName, PaymentProblem, PlanStep } from './schema.ts'

type OrderNews =
  | 'orderPlaced'
  | 'orderPaid'
  | 'orderClosed'
  | 'orderExpired'
  | 'orderReversed'
  | 'paymentUnsettled'
  | 'paymentRefunded'
  | 'invoiceIssued'
  | 'invoiceRefused'
  | 'invoiceReversed'

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    'order-placed': { orderId: string }
    /** Its money has come, and what it bought is given. */
    'order-paid': { orderId: string }
    /**
     * It was confirmed by mistake: what it bought is taken back, and it waits for its money again, or is
     * closed.
     */
    'order-reversed': { orderId: string }
    'order-ended': { orderId: string; state: Extract<OrderState, 'closed' | 'expired'> }
    /** Money has come that did not settle its order: the desk has to. */
    'payment-unsettled': { orderId: string | null; problem: PaymentProblem }
    /** Some of the money that came for an order, or all of it, was given back. */
    'payment-refunded': { refundId: string }
    /** A notification for the people whom an order concerns; `goods` is the package's code. */
    'order-news': {
      accountIds: string[]
      kind: OrderNews
      facts: { number: string; goods: PackageName }
      path: string
    }
    /** A team's plan ends in a week, in a day, or has ended; `day` is its last, in Shanghai. */
    'plan-ending': { teamId: string; step: PlanStep; plan: string; day: string; path: string }
    /** A package was opened for a team by our staff; `day` is its last, in Shanghai. */
    'plan-opened': { teamId: string; plan: string; day: string }
  }
}
