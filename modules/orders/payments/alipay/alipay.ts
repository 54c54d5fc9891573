import * as v from 'valibot'
import { HOUR, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { decimal, readDecimal } from '#src/core/money.ts'
import type { Order } from '../../ordering/order.ts'
import { GatewayRefused } from '../gateway.ts'
import type { PaymentMethod, PaymentStatus } from '../payment-method.ts'
import { alipayAgreements } from './alipay-agreements.ts'
import { alipayBill } from './alipay-bill.ts'
import { alipayCallbacks } from './alipay-callback.ts'
import { alipayNotifyUrl, alipaySdk, callAlipay, PAID, readStamp, stamp } from './alipay-client.ts'

/** The response of alipay.trade.query about a trade. */
const TradeAnswer = v.object({
  outTradeNo: v.string(),
  tradeNo: v.string(),
  tradeStatus: v.string(),
  totalAmount: v.pipe(v.string(), v.transform(readDecimal), v.bigint()),
  sendPayDate: v.optional(v.pipe(v.string(), v.transform(readStamp), v.date())),
})

/** Alipay has no such trade: the payer has not opened its page. */
const isUnknown = (error: unknown) => error instanceof GatewayRefused && error.code === 'ACQ.TRADE_NOT_EXIST'

/** Payment on Alipay's own page; the order's number is the trade's number. */
export const alipay: PaymentMethod = {
  name: 'alipay',
  currency: 'CNY',
  timeLimit: 2 * HOUR,
  isOffered: () => config.alipay !== null,
  begin: async (_, order) => ({ go: await payingPage(order) }),
  query: async (_, { number }) => {
    try {
      return statusOf(
        v.parse(TradeAnswer, await callAlipay('alipay.trade.query', { out_trade_no: number })),
        number,
      )
    } catch (error) {
      if (isUnknown(error)) return { state: 'open' }
      throw error
    }
  },
  close: async (_, { number }) => {
    await callAlipay('alipay.trade.close', { out_trade_no: number }).catch((error) => {
      // The payment page expires automatically, by its time_expire.
      if (!isUnknown(error)) throw error
    })
  },
  refund: async (_, { order, amount, key, reason }) => {
    const request = { out_trade_no: order.number, refund_amount: decimal(amount), out_request_no: key }
    await callAlipay('alipay.trade.refund', { ...request, refund_reason: reason.slice(0, 256) })
    // Alipay does not number refunds; they are identified by the trade and this key.
    return key
  },
  bill: alipayBill,
  agreements: alipayAgreements,
  callbacks: alipayCallbacks,
}

/**
 * The address of the payment page, signed here without a request to Alipay. After the order's deadline,
 * Alipay reports that it has expired.
 */
async function payingPage({ id, number, total, pay_until }: Order): Promise<string> {
  const sdk = await alipaySdk()
  return sdk.pageExecute('alipay.trade.page.pay', 'GET', {
    bizContent: {
      out_trade_no: number,
      product_code: 'FAST_INSTANT_TRADE_PAY',
      subject: `契书 Qishu ${number}`,
      total_amount: decimal(total),
      time_expire: stamp(pay_until),
    },
    timestamp: stamp(now()),
    returnUrl: `${config.baseUrl}/payments/alipay/return?order=${id}`,
    notifyUrl: alipayNotifyUrl(),
  })
}

/** The state of a trade. Throws for a response about another order. */
function statusOf(trade: v.InferOutput<typeof TradeAnswer>, number: string): PaymentStatus {
  const { outTradeNo, tradeNo: reference, tradeStatus, totalAmount: amount, sendPayDate: at } = trade
  if (outTradeNo !== number) throw new Error('Alipay answered about another order')
  if (!PAID.includes(tradeStatus)) return { state: tradeStatus === 'TRADE_CLOSED' ? 'closed' : 'open' }
  if (!at) throw new Error('Alipay gave no time of payment')
  return { state: 'paid', received: [{ reference, currency: 'CNY', amount, at }] }
}
