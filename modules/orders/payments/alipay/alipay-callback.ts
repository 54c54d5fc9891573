import * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { readDecimal } from '#src/core/money.ts'
import { isBase64 } from '../gateway.ts'
import type { Callbacks } from '../payment-method.ts'
import { alipaySdk, PAID, readStamp } from './alipay-client.ts'

const TradeNotification = v.object({
  trade_no: v.string(),
  trade_status: v.string(),
  gmt_payment: v.optional(v.string(), ''),
  total_amount: v.pipe(v.string(), v.transform(readDecimal), v.bigint()),
})

/** The notifications that an agreement is concluded, or was ended by the payer or by us. */
const AGREEMENT_NOTIFICATIONS = ['dut_user_sign', 'dut_user_unsign']

/** The asynchronous notification: a form whose fields are signed by Alipay's key. */
export const alipayCallbacks: Callbacks = {
  read: async (_, body) => {
    if (!config.alipay) return null
    const pairs = [...new URLSearchParams(body)]
    const fields = Object.fromEntries(pairs)
    const { sign = '', sign_type, app_id, seller_id, out_trade_no } = fields
    // A field that occurs twice is signed only once.
    if (pairs.length !== Object.keys(fields).length || sign_type !== 'RSA2' || !isBase64(sign)) return null
    // The library's checkNotifySign would decode values again and therefore fail for % and +.
    if (!(await alipaySdk()).checkNotifySignV2(fields)) return null
    if (app_id !== config.alipay.appId) return null
    // A notification about an agreement names no seller.
    if (AGREEMENT_NOTIFICATIONS.includes(fields.notify_type ?? '')) return fields.external_agreement_no ?? ''
    if (seller_id !== config.alipay.sellerId) return null
    return out_trade_no ?? ''
  },
  reportedPayment: async (body) => {
    const trade = v.safeParse(TradeNotification, Object.fromEntries(new URLSearchParams(body)))
    if (!trade.success || !PAID.includes(trade.output.trade_status)) return null
    const { trade_no: reference, total_amount: amount, gmt_payment } = trade.output
    return { reference, currency: 'CNY', amount, at: readStamp(gmt_payment) ?? undefined }
  },
  headers: [],
  accepted: { status: 200, body: 'success' },
  refused: { status: 400, body: 'failure' },
}
