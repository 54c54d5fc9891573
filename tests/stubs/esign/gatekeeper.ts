import { createHash, createHmac } from 'node:crypto'
import type { Call, Reply } from '../services/server.ts'

export const APP = { id: '7438800000', secret: 'dummysecret' }

const WINDOW = 15 * 60 * 1000

/** The body of an error by the gateway, which differs from the service's. */
export const gatewayRefusal = (code: number, message: string): Reply => ({
  status: code,
  body: JSON.stringify({ success: false, code, message }),
})

/** The gateway's error about a request; null for a valid one. */
export function objection({ method, url, headers, body }: Call, now: Date): Reply | null {
  const header = (name: string) => String(headers[name] ?? '')
  // Without this header the gateway expects a token.
  if (header('x-tsign-open-auth-mode') !== 'Signature') return gatewayRefusal(401, 'TOKEN_CANT_BE_NULL')
  if (header('x-tsign-open-app-id') !== APP.id) return gatewayRefusal(401, '无效的应用')
  const timestamp = header('x-tsign-open-ca-timestamp')
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > WINDOW)
    return gatewayRefusal(401, 'INVALID_TIMESTAMP')
  const md5 = header('content-md5')
  const right = body.length ? createHash('md5').update(body).digest('base64') : ''
  const query = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1))
  const pairs = query.map(([key, value]) => (value === '' ? key : `${key}=${value}`))
  const address = pairs.length ? `${url.pathname}?${pairs.join('&')}` : url.pathname
  const text = `${method}\n${header('accept')}\n${md5}\n${header('content-type')}\n${header('date')}\n${address}`
  const signature = createHmac('sha256', APP.secret).update(text).digest('base64')
  if (md5 !== right || header('x-tsign-open-ca-signature') !== signature)
    return gatewayRefusal(401, 'INVALID_SIGNATURE')
  return null
}
