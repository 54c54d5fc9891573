import type { OrdersCapture, Order as PaypalOrder } from '@paypal/paypal-server-sdk'
import * as v from 'valibot'
import { CURRENCIES, readDecimal } from '#src/core/money.ts'
import type { ReceivedPayment } from '../payment-method.ts'

export const capturesOf = ({ purchaseUnits }: PaypalOrder): OrdersCapture[] =>
  purchaseUnits?.flatMap(({ payments }) => payments?.captures ?? []) ?? []

const Capture = v.object({
  id: v.string(),
  amount: v.object({
    currencyCode: v.picklist(CURRENCIES),
    value: v.pipe(v.string(), v.transform(readDecimal), v.bigint()),
  }),
  createTime: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
})

/**
 * The payment of a completed capture, with the time of the payer's payment, which may be before PayPal's
 * review.
 */
export function receivedOf(capture: OrdersCapture): ReceivedPayment {
  const { id: reference, amount, createTime: at } = v.parse(Capture, capture)
  return { reference, currency: amount.currencyCode, amount: amount.value, at }
}
