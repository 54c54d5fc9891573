import * as v from 'valibot'
import { BILL_TIMEOUT, GatewayRefused, MAX_BILL_BYTES } from '../gateway.ts'
import { alipayAccount, callAlipay } from './alipay-client.ts'

const Answer = v.object({ billDownloadUrl: v.pipe(v.string(), v.maxLength(2048), v.url()) })

/** The bill is not ready yet, or there were no payments on that day: Alipay does not distinguish them. */
const isMissing = (error: unknown) => error instanceof GatewayRefused && /BILL_NOT_EXIST/i.test(error.code)

/** The trades of a day, as a ZIP archive of CSV files; null if Alipay has no bill of that day. */
export async function alipayBill(day: string): Promise<Uint8Array | null> {
  try {
    const request = { bill_type: 'trade', bill_date: day }
    const answer = await callAlipay('alipay.data.dataservice.bill.downloadurl.query', request)
    return await download(addressOf(v.parse(Answer, answer).billDownloadUrl))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * The address of the bill: https on Alipay's host only, even if the response says http, as in Alipay's
 * documentation.
 */
function addressOf(text: string): URL {
  const url = new URL(text)
  if (url.origin === new URL(alipayAccount().gateway).origin) return url
  const isTheirs = url.hostname.endsWith('.alipay.com') && url.port === '' && !url.username
  if (!isTheirs || !['http:', 'https:'].includes(url.protocol))
    throw new Error('Alipay named a bill at another address')
  url.protocol = 'https:'
  return url
}

/** Downloads the bill; its address is valid for thirty seconds. */
async function download(url: URL): Promise<Uint8Array> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(BILL_TIMEOUT) })
  if (!response.ok || !response.body) throw new Error(`The bill of Alipay: HTTP ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    // Leaving the loop ends the download.
    if (size > MAX_BILL_BYTES) throw new Error('The bill of Alipay is too large')
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
