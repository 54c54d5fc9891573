import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AliyunStub {
  url: string
  /** The parameters of every accepted message. */
  sent: Record<string, string>[]
  /** The next responses, in order; OK when there are none left. */
  answers: { status: number; body: unknown }[]
  /** Every Code in its responses. */
  codes: string[]
  close: () => void
}

const WINDOW = 15 * 60_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Simulates dysmsapi: recomputes ACS3-HMAC-SHA256 from the request, and rejects a wrong signature, a date
 * more than fifteen minutes off and a repeated nonce. `now` is its clock.
 */
export function startAliyunStub(
  keys: { keyId: string; secret: string },
  now = Date.now,
): Promise<AliyunStub> {
  const stub: AliyunStub = { url: '', sent: [], answers: [], codes: [], close: () => server.close() }
  const nonces = new Set<string>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const refused = objection(request, body, { ...keys, now, nonces })
    const planned = refused ? { status: 400, body: { Code: refused } } : stub.answers.shift()
    const { status, body: content } = planned ?? { status: 200, body: { Code: 'OK', Message: 'OK' } }
    const parameters = new URL(request.url ?? '', 'http://stub').searchParams
    if (!planned) stub.sent.push(Object.fromEntries(parameters))
    stub.codes.push((content as { Code?: string })?.Code ?? 'none')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ RequestId: 'stub', ...(content as object) }))
  })
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      done(stub)
    }),
  )
}

interface Rules {
  keyId: string
  secret: string
  now: () => number
  nonces: Set<string>
}

/** The error code of Aliyun; null for a valid request. */
function objection(
  request: IncomingMessage,
  body: string,
  { keyId, secret, now, nonces }: Rules,
): string | null {
  const header = (name: string) => String(request.headers[name] ?? '')
  const [, credential, names = '', signature] =
    /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    ) ?? []
  if (!credential) return 'MissingAuthorization'
  if (credential !== keyId) return 'InvalidAccessKeyId.NotFound'
  if (header('x-acs-action') !== 'SendSms' || header('x-acs-version') !== '2017-05-25')
    return 'InvalidAction.NotFound'
  const needed = [
    'host',
    'x-acs-action',
    'x-acs-content-sha256',
    'x-acs-date',
    'x-acs-signature-nonce',
    'x-acs-version',
  ]
  if (names !== needed.join(';')) return 'IncompleteSignature'
  if (header('x-acs-content-sha256') !== sha256(body)) return 'SignatureDoesNotMatch'
  const query = (request.url ?? '').split('?')[1] ?? ''
  if (query !== query.split('&').sort().join('&')) return 'SignatureDoesNotMatch'
  const lines = needed.map((name) => `${name}:${header(name).trim()}\n`).join('')
  const canonical = [request.method, '/', query, lines, names, sha256(body)].join('\n')
  const own = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  if (own !== signature) return 'SignatureDoesNotMatch'
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(header('x-acs-date'))) return 'InvalidTimeStamp.Format'
  if (Math.abs(now() - Date.parse(header('x-acs-date'))) > WINDOW) return 'InvalidTimeStamp.Expired'
  if (nonces.has(header('x-acs-signature-nonce'))) return 'SignatureNonceUsed'
  nonces.add(header('x-acs-signature-nonce'))
  return null
}
