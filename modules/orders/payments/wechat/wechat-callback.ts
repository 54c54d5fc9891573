import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { isBase64 } from '../gateway.ts'
import type { Callbacks } from '../payment-method.ts'
import { Transaction } from './transaction.ts'
import type { WechatPayAccount } from './wechat-client.ts'

/** The maximum difference of a notification's time from ours, in seconds. */
const MAX_CLOCK_DIFFERENCE = 300

const HEADERS = ['wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-serial', 'wechatpay-signature'] as const

const Notification = v.object({
  resource: v.object({
    algorithm: v.literal('AEAD_AES_256_GCM'),
    ciphertext: v.string(),
    nonce: v.string(),
    associated_data: v.optional(v.string(), ''),
  }),
})

const Resource = v.object({ mchid: v.string(), appid: v.optional(v.string()), out_trade_no: v.string() })

/** Notifications of API v3: the raw body is signed, and its content is encrypted with our shared key. */
export const wechatCallbacks: Callbacks = {
  read: async (headers, body) => {
    const account = config.wechatPay
    if (!account || !(await isSigned(account, headers, body))) return null
    const { resource } = v.parse(Notification, JSON.parse(body))
    const transaction = v.parse(Resource, JSON.parse(await decrypt(account, resource)))
    if (transaction.mchid !== account.merchant || (transaction.appid ?? account.appId) !== account.appId)
      return null
    return transaction.out_trade_no
  },
  reportedPayment: async (body) => {
    try {
      const { resource } = v.parse(Notification, JSON.parse(body))
      const plaintext = await decrypt(config.wechatPay!, resource)
      const {
        trade_state,
        transaction_id,
        success_time: at,
        amount,
      } = v.parse(Transaction, JSON.parse(plaintext))
      if (trade_state !== 'SUCCESS' || !transaction_id || !amount) return null
      return { reference: transaction_id, currency: amount.currency, amount: amount.total, at }
    } catch {
      // The content is encrypted with a key that we no longer have, or is not a payment.
      return null
    }
  },
  headers: [...HEADERS],
  accepted: { status: 204, body: '' },
  refused: { status: 401, body: '{"code":"FAIL","message":"signature"}' },
}

/**
 * Whether WeChat signed the notification; refuses WeChat's probes too, whose signatures are wrong on
 * purpose.
 */
async function isSigned({ publicKeyId, publicKey }: WechatPayAccount, headers: Headers, body: string) {
  const [timestamp, nonce, serial, signature] = HEADERS.map((name) => headers.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ]
  if (serial !== publicKeyId || !/^\d{1,12}$/.test(timestamp) || !isBase64(signature)) return false
  if (Math.abs(now().getTime() / 1000 - Number(timestamp)) > MAX_CLOCK_DIFFERENCE) return false
  const { Formatter, Rsa } = await import('wechatpay-axios-plugin')
  return Rsa.verify(Formatter.response(timestamp, nonce, body), signature, publicKey as never)
}

async function decrypt(
  { apiKey }: WechatPayAccount,
  resource: v.InferOutput<typeof Notification>['resource'],
) {
  const { Aes } = await import('wechatpay-axios-plugin')
  return Aes.AesGcm.decrypt(resource.ciphertext, apiKey, resource.nonce, resource.associated_data)
}
