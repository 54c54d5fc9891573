import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { NotYet } from '#src/jobs/jobs.ts'
import { GatewayRefused } from '../gateway.ts'
import { callWechatPay, downloadWechatBill, wechatPayAccount } from './wechat-client.ts'

const Answer = v.object({
  hash_type: v.literal('SHA1'),
  hash_value: v.pipe(v.string(), v.toLowerCase(), v.regex(/^[0-9a-f]{40}$/)),
  download_url: v.pipe(v.string(), v.maxLength(2048), v.url()),
})

const codeOf = (error: unknown) => (error instanceof GatewayRefused ? error.code : '')

/**
 * All transactions of a day as CSV; null if WeChat Pay has no bill of that day. Throws for a file whose
 * SHA-1 differs from that in the answer.
 */
export async function wechatBill(day: string): Promise<Uint8Array | null> {
  try {
    const answer = await callWechatPay('get', `v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)
    const { hash_value, download_url } = v.parse(Answer, answer)
    const bytes = await downloadWechatBill(tokenIn(download_url))
    if (createHash('sha1').update(bytes).digest('hex') !== hash_value)
      throw new Error('The bill of WeChat Pay does not have its SHA-1')
    return bytes
  } catch (error) {
    if (codeOf(error) === 'STATEMENT_CREATING') throw new NotYet('The bill of WeChat Pay is being made')
    if (codeOf(error) === 'NO_STATEMENT_EXIST') return null
    throw error
  }
}

/**
 * The token in the address of a bill. The file is fetched from the configured host, so that no other host
 * gets a signed request.
 */
function tokenIn(address: string): string {
  const { hostname, pathname, searchParams } = new URL(address)
  const isTheirs =
    hostname.endsWith('.mch.weixin.qq.com') || hostname === new URL(wechatPayAccount().base).hostname
  const token = searchParams.get('token')
  if (!isTheirs || pathname !== '/v3/billdownload/file' || !token)
    throw new Error('WeChat Pay named a bill at another address')
  return token
}
