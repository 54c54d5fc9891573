import * as v from 'valibot'
import { HOUR } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Order } from '../../ordering/order.ts'
import { beginPayment, GatewayRefused } from '../gateway.ts'
import type { PaymentMethod, PaymentStatus } from '../payment-method.ts'
import { asFen } from './fen.ts'
import { Transaction } from './transaction.ts'
import { wechatBill } from './wechat-bill.ts'
import { wechatCallbacks } from './wechat-callback.ts'
import { callWechatPay, wechatPayAccount } from './wechat-client.ts'

const NativeAnswer = v.object({ code_url: v.pipe(v.string(), v.startsWith('weixin://'), v.maxLength(512)) })

const RefundAnswer = v.object({ refund_id: v.string(), status: v.string() })

const CLOSED_STATES = ['CLOSED', 'REVOKED', 'REFUND']

const isUnknown = (error: unknown) => error instanceof GatewayRefused && UNKNOWN_ERRORS.includes(error.code)
const UNKNOWN_ERRORS = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS']

/** Native pay: a QR code that the payer scans with WeChat. */
export const wechat: PaymentMethod = {
  name: 'wechat',
  currency: 'CNY',
  timeLimit: 2 * HOUR,
  isOffered: () => config.wechatPay !== null,
  begin: async (_, order) => ({ qr: await beginPayment(order, codeFor(order)) }),
  query: async (_, { number }) => {
    const { merchant } = wechatPayAccount()
    const path = `v3/pay/transactions/out-trade-no/${number}?mchid=${merchant}`
    try {
      return statusOf(v.parse(Transaction, await callWechatPay('get', path)), number)
    } catch (error) {
      if (isUnknown(error)) return { state: 'open' }
      throw error
    }
  },
  close: async (_, { number }) => {
    const { merchant: mchid } = wechatPayAccount()
    await callWechatPay('post', `v3/pay/transactions/out-trade-no/${number}/close`, { mchid }).catch(
      (error) => {
        if (!isUnknown(error)) throw error
      },
    )
  },
  refund: async (_, { order, amount, key, reason }) => {
    const answer = await callWechatPay('post', 'v3/refund/domestic/refunds', {
      out_trade_no: order.number,
      out_refund_no: key,
      // At most 80 bytes; each Chinese character has three.
      reason: reason.slice(0, 26),
      amount: { refund: asFen(amount), total: asFen(order.total), currency: order.currency },
    })
    const { refund_id, status } = v.parse(RefundAnswer, answer)
    if (!['SUCCESS', 'PROCESSING'].includes(status)) throw new GatewayRefused('wechat', status)
    return refund_id
  },
  bill: wechatBill,
  callbacks: wechatCallbacks,
}

/** The QR code of an order. Repeated requests with the same data return the same payment. */
async function codeFor({ number, total, currency, pay_until }: Order): Promise<string> {
  const { appId: appid, merchant: mchid } = wechatPayAccount()
  const answer = await callWechatPay('post', 'v3/pay/transactions/native', {
    appid,
    mchid,
    description: `契书 Qishu ${number}`,
    out_trade_no: number,
    time_expire: pay_until.toISOString().replace(/\.\d+Z$/, '+00:00'),
    notify_url: `${config.baseUrl}/payments/wechat/callback`,
    amount: { total: asFen(total), currency },
  })
  return v.parse(NativeAnswer, answer).code_url
}

/** The state of a transaction. Throws for a response about another order or merchant. */
function statusOf(transaction: v.InferOutput<typeof Transaction>, number: string): PaymentStatus {
  const {
    mchid,
    out_trade_no,
    trade_state,
    transaction_id: reference,
    success_time: at,
    amount,
  } = transaction
  if (out_trade_no !== number || mchid !== wechatPayAccount().merchant)
    throw new Error('WeChat Pay answered about another order')
  if (trade_state !== 'SUCCESS') return { state: CLOSED_STATES.includes(trade_state) ? 'closed' : 'open' }
  if (!reference || !at || !amount) throw new Error('WeChat Pay gave no payment')
  return { state: 'paid', received: [{ reference, currency: amount.currency, amount: amount.total, at }] }
}
