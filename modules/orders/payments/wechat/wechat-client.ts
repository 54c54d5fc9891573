import type { Wechatpay } from 'wechatpay-axios-plugin'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { BILL_TIMEOUT, GatewayRefused, MAX_BILL_BYTES } from '../gateway.ts'

/** The timeout of one call, in milliseconds. */
const TIMEOUT = 5000

export type WechatPayAccount = NonNullable<typeof config.wechatPay>

/** Our account at WeChat Pay. Throws PAYMENT_UNAVAILABLE if it is not configured. */
export function wechatPayAccount(): WechatPayAccount {
  if (!config.wechatPay) throw new AppError('PAYMENT_UNAVAILABLE')
  return config.wechatPay
}

type Client = Wechatpay['client']

let cached: { account: WechatPayAccount; client: Client } | null = null

/**
 * The library with our account, loaded on the first payment. It verifies each response with WeChat's public
 * key.
 */
async function wechatPayClient(account: WechatPayAccount): Promise<Client> {
  if (cached?.account !== account) {
    const { Decorator } = await import('wechatpay-axios-plugin')
    const client = new Decorator({
      mchid: account.merchant,
      serial: account.serial,
      privateKey: account.privateKey as never,
      certs: { [account.publicKeyId]: account.publicKey as never },
      baseURL: account.base,
      timeout: TIMEOUT,
      headers: { 'Wechatpay-Serial': account.publicKeyId },
      maxRedirects: 0,
    })
    cached = { account, client: client as Client }
  }
  return cached.client
}

/** Makes one call of API v3. Throws GatewayRefused with WeChat Pay's error code. */
export async function callWechatPay(method: 'get' | 'post', path: string, body?: object): Promise<unknown> {
  const client = await wechatPayClient(wechatPayAccount())
  try {
    return (await client.request(path, method, body)).data
  } catch (error) {
    const { status, data } =
      (error as { response?: { status: number; data?: { code?: unknown } } }).response ?? {}
    // The library's error about an unverified response contains the whole response, including secrets.
    if (status && status >= 400 && typeof data?.code === 'string')
      throw new GatewayRefused('wechat', data.code)
    throw new Error(`WeChat Pay: ${(error as { code?: string }).code ?? 'no answer'}`)
  }
}

/** The file of a bill, which is not signed: the caller compares its hash. Throws if it is too large. */
export async function downloadWechatBill(token: string): Promise<Uint8Array> {
  const client = await wechatPayClient(wechatPayAccount())
  try {
    const { data } = await client.request('v3/billdownload/file', 'get', undefined, {
      params: { token },
      responseType: 'arraybuffer',
      maxContentLength: MAX_BILL_BYTES,
      timeout: BILL_TIMEOUT,
    })
    return data
  } catch (error) {
    throw new Error(`The bill of WeChat Pay: ${(error as { code?: string }).code ?? 'no answer'}`)
  }
}
