import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The parts of a request that TC3-HMAC-SHA256 signs. */
export interface SignedRequest {
  method: string
  path: string
  /** The query without its question mark. */
  query: string
  contentType: string
  /** The host without its port. */
  host: string
  payload: Uint8Array | string
  /** Unix time in seconds. */
  timestamp: number
  service: string
  secretId: string
  secretKey: string
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Uint8Array | string, text: string) => createHmac('sha256', key).update(text)

/** The value of the header `authorization`. */
export function authorizationOf(request: SignedRequest): string {
  const { method, path, query, contentType, host, payload, timestamp, service } = request
  const headers = `content-type:${contentType}\nhost:${host}\n`
  const canonical = [method, path, query, headers, 'content-type;host', sha256(payload)].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')
  const ofDate = hmac(`TC3${request.secretKey}`, date).digest()
  const key = hmac(hmac(ofDate, service).digest(), 'tc3_request').digest()
  const signature = hmac(key, toSign).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${request.secretId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`
}

export interface Account {
  secretId: string
  secretKey: string
}

const WINDOW = 300

/** The code with which the service rejects a request; null for a valid one. `at` is the time in seconds. */
export function signatureFault(
  {
    method,
    path,
    headers,
    body,
  }: { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer },
  account: Account,
  at: number,
): string | null {
  const given = headers.authorization ?? ''
  const [, secretId] = /^TC3-HMAC-SHA256 Credential=([^/]+)\//.exec(given) ?? []
  if (!secretId) return 'AuthFailure.InvalidAuthorization'
  if (secretId !== account.secretId) return 'AuthFailure.SecretIdNotFound'
  const timestamp = Number(headers['x-tc-timestamp'])
  if (!(Math.abs(at - timestamp) <= WINDOW)) return 'AuthFailure.SignatureExpire'
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const right = authorizationOf({
    ...account,
    method,
    path,
    query: '',
    contentType: headers['content-type'] ?? '',
    host,
    payload: body,
    timestamp,
    service: host.split('.')[0]!,
  })
  return isEqual(given, right) ? null : 'AuthFailure.SignatureFailure'
}

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
