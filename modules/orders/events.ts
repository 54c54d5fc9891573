import type { OrderState, PaymentProblem } from './schema.ts'

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    'order-placed': { orderId: string }
    /** Its money has come, and what it bought is given. */
    'order-paid': { orderId: string }
    /** It was confirmed by mistake: what it bought is taken back, and it waits for its money again, or is closed. */
    'order-reversed': { orderId: string }
    'order-ended': { orderId: string; state: Extract<OrderState, 'closed' | 'expired'> }
    /** Money has come that did not settle its order: the desk has to. */
    'payment-unsettled': { orderId: string | null; problem: PaymentProblem }
    /** A package was opened for a team by our staff; `day` is its last, in Shanghai. */
    'plan-opened': { teamId: string; plan: string; day: string }
  }
}
