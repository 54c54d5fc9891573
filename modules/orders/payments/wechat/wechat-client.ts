import type { Wechatpay } from 'wechatpay-axios-plugin'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { GatewayRefused } from '../gateway.ts'

/** Milliseconds for one call. */
const TIMEOUT = 5000

export type WechatPayAccount = NonNullable<typeof config.wechatPay>

/** Throws PAYMENT_UNAVAILABLE where WeChat Pay is not configured. */
export function wechatPayAccount(): WechatPayAccount {
  if (!config.wechatPay) throw new AppError('PAYMENT_UNAVAILABLE')
  return config.wechatPay
}

type Client = Wechatpay['client']

let kept: { account: WechatPayAccount; client: Client } | null = null

/**
 * The library for our account, loaded when the first person pays. It verifies each answer by WeChat's public
 * key.
 */
async function wechatPayClient(account: WechatPayAccount): Promise<Client> {
  if (kept?.account !== account) {
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
    kept = { account, client: client as Client }
  }
  return kept.client
}

/** One call of API v3. Throws GatewayRefused with the code of their error. */
export async function callWechatPay(method: 'get' | 'post', path: string, body?: object): Promise<unknown> {
  const client = await wechatPayClient(wechatPayAccount())
  try {
    return (await client.request(path, method, body)).data
  } catch (error) {
    const { status, data } =
      (error as { response?: { status: number; data?: { code?: unknown } } }).response ?? {}
    // The library's own words of an answer that it did not believe carry the whole answer, keys and all.
    if (status && status >= 400 && typeof data?.code === 'string')
      throw new GatewayRefused('wechat', data.code)
    throw new Error(`WeChat Pay: ${(error as { code?: string }).code ?? 'no answer'}`)
  }
}
