import type { Order as PaypalOrder } from '@paypal/paypal-server-sdk'
import { HOUR, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { decimal } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import type { Order } from '../../ordering/order.ts'
import { beginPayment, GatewayRefused } from '../gateway.ts'
import type { PaymentMethod, PaymentStatus } from '../payment-method.ts'
import { gatewayIdOf, storeGatewayOrder } from './gateway-order.ts'
import { paypalCallbacks } from './paypal-callback.ts'
import { capturesOf, receivedOf } from './paypal-captures.ts'
import { withPaypal } from './paypal-client.ts'

/** Payment on PayPal's own page; the money is captured when the payer has returned. */
export const paypal: PaymentMethod = {
  name: 'paypal',
  currency: 'USD',
  timeLimit: 2 * HOUR,
  isOffered: (locale) => config.paypal !== null && locale === 'en_US',
  begin: async (db, order) => ({ go: await beginPayment(order, payingPage(db, order)) }),
  query: async (db, order) => {
    const id = await gatewayIdOf(db, order)
    if (!id) return { state: 'open' }
    const paypalOrder = await orderAt(id)
    return statusOf(isToCapture(paypalOrder, order) ? await capture(id, order) : paypalOrder, order.number)
  },
  // PayPal cannot close such an order. Without capture the payer pays nothing, and we do not capture after
  // the deadline.
  close: async (db, order) => {
    const id = await gatewayIdOf(db, order)
    const captures = id ? capturesOf(await orderAt(id)) : []
    if (captures.some(({ status }) => status === 'PENDING'))
      throw new Error('PayPal still looks at the payment')
  },
  refund: async (_, { payment, amount, key, reason }) => {
    const body = {
      amount: { currencyCode: payment.currency, value: decimal(amount) },
      noteToPayer: reason.slice(0, 255),
    }
    const { result } = await withPaypal((client, { PaymentsController }) =>
      new PaymentsController(client).refundCapturedPayment({
        captureId: payment.reference,
        paypalRequestId: key,
        prefer: 'return=representation',
        body,
      }),
    )
    if (!result.id) throw new Error('PayPal gave no id of the refund')
    if (!['COMPLETED', 'PENDING'].includes(result.status ?? ''))
      throw new GatewayRefused('paypal', result.status ?? 'NO_STATUS')
    return result.id
  },
  callbacks: paypalCallbacks,
}

/**
 * The address of the payment page. Idempotent: PayPal returns the same response for a known
 * PayPal-Request-Id.
 */
async function payingPage(db: Db, order: Order): Promise<string> {
  const { result } = await withPaypal((client, { CheckoutPaymentIntent, OrdersController }) =>
    new OrdersController(client).createOrder({
      paypalRequestId: order.id,
      prefer: 'return=representation',
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          {
            referenceId: order.number,
            customId: order.number,
            invoiceId: order.number,
            description: `Qishu ${order.number}`,
            amount: { currencyCode: order.currency, value: decimal(order.total) },
          },
        ],
        paymentSource: { paypal: { experienceContext: pages() } },
      },
    }),
  )
  const link = result.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  if (!result.id || !link?.startsWith('https://')) throw new Error('PayPal gave no page to pay on')
  await storeGatewayOrder(db, order.id, result.id)
  return link
}

const pages = () => ({
  returnUrl: `${config.baseUrl}/paypal-result`,
  cancelUrl: `${config.baseUrl}/paypal-order-cancel`,
  locale: 'en-US',
})

async function orderAt(id: string): Promise<PaypalOrder> {
  const { result } = await withPaypal((client, { OrdersController }) =>
    new OrdersController(client).getOrder({ id }),
  )
  return result
}

/** Whether to capture the money: only if the order can still be paid. */
const isToCapture = (paypalOrder: PaypalOrder, { state, pay_until }: Order) =>
  paypalOrder.status === 'APPROVED' && state === 'pending' && now() < pay_until

/** The reasons of a failed capture. */
const CAPTURE_ERRORS = ['ORDER_ALREADY_CAPTURED', 'INSTRUMENT_DECLINED', 'ORDER_NOT_APPROVED']

/** Captures the money, once even if called repeatedly; returns the order's state afterwards. */
async function capture(id: string, { id: orderId }: Order): Promise<PaypalOrder> {
  try {
    await withPaypal((client, { OrdersController }) =>
      new OrdersController(client).captureOrder({
        id,
        paypalRequestId: `capture-${orderId}`,
        prefer: 'return=representation',
      }),
    )
  } catch (error) {
    // The payer's bank refused, or the money was captured before: the order itself shows which.
    if (!(error instanceof GatewayRefused && CAPTURE_ERRORS.includes(error.code))) throw error
  }
  return orderAt(id)
}

/** The state of an order. Throws for a response about another one. */
function statusOf(paypalOrder: PaypalOrder, number: string): PaymentStatus {
  if (paypalOrder.purchaseUnits?.[0]?.invoiceId !== number)
    throw new Error('PayPal answered about another order')
  const captures = capturesOf(paypalOrder)
  const completedCaptures = captures.filter(({ status }) => status === 'COMPLETED').map(receivedOf)
  if (completedCaptures.length) return { state: 'paid', received: completedCaptures }
  const isClosed = paypalOrder.status === 'VOIDED' || captures.some(({ status }) => status === 'REFUNDED')
  return { state: isClosed ? 'closed' : 'open' }
}
