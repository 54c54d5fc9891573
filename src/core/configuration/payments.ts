import * as v from 'valibot'
import { ConfigError } from './config-error.ts'
import { readKey } from './rsa-key.ts'
import { areAllSet } from './together.ts'

const url = v.pipe(v.string(), v.url('should be a full URL'))

/** The payment methods; each is offered when all of its variables are set. */
export const PaymentVariables = v.object({
  BANK_HOLDER: v.optional(v.string()),
  BANK_NAME: v.optional(v.string()),
  BANK_BRANCH: v.optional(v.string()),
  BANK_NUMBER: v.optional(v.string()),
  BANK_ADDRESS: v.optional(v.string()),
  BANK_CODE: v.optional(v.pipe(v.string(), v.regex(/^\d{12}$/, 'should have 12 digits'))),
  ALIPAY_APP_ID: v.optional(v.string()),
  ALIPAY_SELLER_ID: v.optional(v.string()),
  ALIPAY_PRIVATE_KEY_FILE: v.optional(v.string()),
  ALIPAY_PUBLIC_KEY_FILE: v.optional(v.string()),
  ALIPAY_GATEWAY: v.optional(url, 'https://openapi.alipay.com/gateway.do'),
  WECHAT_PAY_APP_ID: v.optional(v.string()),
  WECHAT_PAY_MCH_ID: v.optional(v.string()),
  WECHAT_PAY_SERIAL: v.optional(v.string()),
  WECHAT_PAY_PRIVATE_KEY_FILE: v.optional(v.string()),
  WECHAT_PAY_API_KEY: v.optional(v.pipe(v.string(), v.length(32, 'should have 32 characters'))),
  WECHAT_PAY_PUBLIC_KEY_ID: v.optional(v.string()),
  WECHAT_PAY_PUBLIC_KEY_FILE: v.optional(v.string()),
  WECHAT_PAY_BASE: v.optional(url, 'https://api.mch.weixin.qq.com'),
  PAYPAL_CLIENT_ID: v.optional(v.string()),
  PAYPAL_SECRET: v.optional(v.string()),
  PAYPAL_WEBHOOK_ID: v.optional(v.string()),
  PAYPAL_BASE: v.optional(url, 'https://api-m.paypal.com'),
})

type PaymentValues = v.InferOutput<typeof PaymentVariables>

/**
 * The accounts of the payment methods; null for a method without its variables. Throws a ConfigError if only
 * some of them are set.
 */
export const paymentsFrom = (e: PaymentValues) => ({
  bank: bankAccount(e),
  alipay: alipayAccount(e),
  wechatPay: wechatPayAccount(e),
  paypal: paypalAccount(e),
})

function bankAccount(e: PaymentValues) {
  const names = ['BANK_HOLDER', 'BANK_NAME', 'BANK_BRANCH', 'BANK_NUMBER', 'BANK_ADDRESS'] as const
  if (!areAllSet(e, [...names])) return null
  return {
    holder: e.BANK_HOLDER!,
    bank: e.BANK_NAME!,
    branch: e.BANK_BRANCH!,
    number: e.BANK_NUMBER!,
    address: e.BANK_ADDRESS!,
    code: e.BANK_CODE,
  }
}

/** The key in a file. Throws a ConfigError if the file does not contain such a key. */
function keyIn(e: PaymentValues, name: keyof PaymentValues, kind: 'private' | 'public') {
  const key = readKey(String(e[name]), kind)
  if (!key) throw new ConfigError(`${name} should name a file with a ${kind} RSA key`)
  return key
}

function alipayAccount(e: PaymentValues) {
  const names = [
    'ALIPAY_APP_ID',
    'ALIPAY_SELLER_ID',
    'ALIPAY_PRIVATE_KEY_FILE',
    'ALIPAY_PUBLIC_KEY_FILE',
  ] as const
  if (!areAllSet(e, [...names])) return null
  return {
    appId: e.ALIPAY_APP_ID!,
    sellerId: e.ALIPAY_SELLER_ID!,
    privateKey: keyIn(e, 'ALIPAY_PRIVATE_KEY_FILE', 'private'),
    publicKey: keyIn(e, 'ALIPAY_PUBLIC_KEY_FILE', 'public'),
    gateway: e.ALIPAY_GATEWAY,
  }
}

function wechatPayAccount(e: PaymentValues) {
  const names = [
    ...(['WECHAT_PAY_APP_ID', 'WECHAT_PAY_MCH_ID', 'WECHAT_PAY_SERIAL', 'WECHAT_PAY_API_KEY'] as const),
    ...(['WECHAT_PAY_PRIVATE_KEY_FILE', 'WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY_FILE'] as const),
  ]
  if (!areAllSet(e, names)) return null
  return {
    appId: e.WECHAT_PAY_APP_ID!,
    merchant: e.WECHAT_PAY_MCH_ID!,
    serial: e.WECHAT_PAY_SERIAL!,
    privateKey: keyIn(e, 'WECHAT_PAY_PRIVATE_KEY_FILE', 'private'),
    apiKey: e.WECHAT_PAY_API_KEY!,
    publicKeyId: e.WECHAT_PAY_PUBLIC_KEY_ID!,
    publicKey: keyIn(e, 'WECHAT_PAY_PUBLIC_KEY_FILE', 'public'),
    base: e.WECHAT_PAY_BASE,
  }
}

function paypalAccount(e: PaymentValues) {
  if (!areAllSet(e, ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'])) return null
  return {
    clientId: e.PAYPAL_CLIENT_ID!,
    secret: e.PAYPAL_SECRET!,
    webhookId: e.PAYPAL_WEBHOOK_ID!,
    base: e.PAYPAL_BASE.replace(/\/$/, ''),
  }
}
