import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALIPAY, startAlipayStub } from '#tests/stubs/alipay.ts'
import { PAYPAL, startPaypalStub } from '#tests/stubs/paypal.ts'
import { startWechatPayStub, WECHAT_PAY } from '#tests/stubs/wechat-pay.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { configure } from '#tests/support/configured.ts'

/**
 * Starts simulators of all three payment gateways with our account at each; they stop after the last test of
 * the file.
 */
export async function openGateways() {
  const [alipay, wechat, paypal] = await Promise.all([
    startAlipayStub(),
    startWechatPayStub(),
    startPaypalStub(),
  ])
  atTheEnd(() => {
    for (const one of [alipay, wechat, paypal]) one.close()
  })
  const variables = accountsAt({ alipay: alipay.url, wechat: wechat.url, paypal: paypal.url })
  configure(variables)
  return { alipay, wechat, paypal, variables }
}

export type Gateways = Awaited<ReturnType<typeof openGateways>>

/** A port without a listener. */
const NOWHERE = 'http://127.0.0.1:9'

/**
 * Environment variables of a server for which only WeChat Pay is reachable. The simulator stops after the
 * last test of the file.
 */
export async function openHalfOfGateways(): Promise<Record<string, string>> {
  const wechat = await startWechatPayStub()
  atTheEnd(() => wechat.close())
  return accountsAt({ alipay: NOWHERE, wechat: wechat.url, paypal: NOWHERE })
}

/** Environment variables that configure our accounts at gateways with these addresses. */
export function accountsAt(urls: Record<'alipay' | 'wechat' | 'paypal', string>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'qishu-keys-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return {
    ALIPAY_APP_ID: ALIPAY.appId,
    ALIPAY_SELLER_ID: ALIPAY.sellerId,
    ALIPAY_PRIVATE_KEY_FILE: file('alipay-own', ALIPAY.privateKey),
    ALIPAY_PUBLIC_KEY_FILE: file('alipay', ALIPAY.publicKey),
    ALIPAY_GATEWAY: `${urls.alipay}/gateway.do`,
    WECHAT_PAY_APP_ID: WECHAT_PAY.appId,
    WECHAT_PAY_MCH_ID: WECHAT_PAY.merchant,
    WECHAT_PAY_SERIAL: WECHAT_PAY.serial,
    WECHAT_PAY_PRIVATE_KEY_FILE: file('wechat-own', WECHAT_PAY.privateKey),
    WECHAT_PAY_API_KEY: WECHAT_PAY.apiKey,
    WECHAT_PAY_PUBLIC_KEY_ID: WECHAT_PAY.publicKeyId,
    WECHAT_PAY_PUBLIC_KEY_FILE: file('wechat', WECHAT_PAY.publicKey),
    WECHAT_PAY_BASE: urls.wechat,
    PAYPAL_CLIENT_ID: PAYPAL.clientId,
    PAYPAL_SECRET: PAYPAL.secret,
    PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
    PAYPAL_BASE: urls.paypal,
  }
}
