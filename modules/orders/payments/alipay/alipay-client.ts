import type { AlipaySdk } from 'alipay-sdk'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { GatewayRefused } from '../gateway.ts'

/** The timeout of one call, in milliseconds. */
const TIMEOUT = 5000

export type AlipayAccount = NonNullable<typeof config.alipay>

/** Our account at Alipay. Throws PAYMENT_UNAVAILABLE if it is not configured. */
export function alipayAccount(): AlipayAccount {
  if (!config.alipay) throw new AppError('PAYMENT_UNAVAILABLE')
  return config.alipay
}

let cached: { account: AlipayAccount; sdk: AlipaySdk } | null = null

/** The library with our account, loaded on the first payment. */
export async function alipaySdk(): Promise<AlipaySdk> {
  const account = alipayAccount()
  if (cached?.account !== account) {
    const { AlipaySdk } = await import('alipay-sdk')
    const privateKey = account.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString()
    const alipayPublicKey = account.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const { appId, gateway } = account
    cached = {
      account,
      sdk: new AlipaySdk({ appId, privateKey, alipayPublicKey, gateway, timeout: TIMEOUT }),
    }
  }
  return cached.sdk
}

/** The states of a paid trade. */
export const PAID = ['TRADE_SUCCESS', 'TRADE_FINISHED']

type BizContent = Record<string, string | Record<string, string>>

/** The address to which Alipay sends its notifications. */
export const alipayNotifyUrl = () => `${config.baseUrl}/payments/alipay/callback`

/** Makes one call, whose response is signed by Alipay. Throws GatewayRefused with its sub_code. */
export async function callAlipay(
  method: string,
  bizContent: BizContent,
  options: { notifyUrl?: string } = {},
) {
  const sdk = await alipaySdk()
  const request = { bizContent, timestamp: stamp(now()), ...options }
  const answer = await sdk.exec(method, request, { validateSign: true })
  if (answer.code !== '10000')
    throw new GatewayRefused('alipay', answer.sub_code ?? answer.subCode ?? answer.code)
  return answer
}

/** A time in Alipay's format, yyyy-MM-dd HH:mm:ss in Shanghai, whatever the server's zone. */
export const stamp = (time: Date) =>
  new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** A time in Alipay's format; null for any other text. */
export function readStamp(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const time = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(time.getTime()) ? null : time
}
