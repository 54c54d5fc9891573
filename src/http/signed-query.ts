import { consumeNonce, isRecent } from '#src/auth/nonce.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { type Api, signatureOf } from '#src/auth/signature.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { sameText } from '#src/core/secrets.ts'
import { bodyType, FORM, JSON_TYPE, readBody } from './body.ts'
import { networkOf } from './client-address.ts'
import type { Ctx } from './web.ts'

const NONCE = /^[A-Za-z0-9_-]{16,64}$/
const MAX_BODY = 512 * 1024

/** The limit of signed requests by visitors per network, because each nonce is stored for ten minutes. */
const VISITOR_LIMIT = { name: 'signed', points: 600, per: 60 }

/** Payment gateways and e-sign services sign their requests and return addresses in their own ways. */
const SIGNED_BY_SERVICES = ['/payments/', '/e-sign/']

/**
 * Checks signatures. Requests to the customer API must be signed; elsewhere a signature is optional but must
 * be valid.
 */
export async function signedQuery(c: Ctx, next: () => Promise<void>) {
  if (SIGNED_BY_SERVICES.some((path) => c.req.path.startsWith(path))) return next()
  const api = apiOf(c.req.path)
  const query = new URL(c.req.url).searchParams
  if (query.has('sign')) {
    // Scripts set their clock by this header, so it must come from the clock that checks their timestamps.
    c.header('Date', now().toUTCString())
    await checkSignature(c, api, query)
    hideSignature(c)
  } else if (api === 'customer') throw new AppError('INVALID_FIELD', { field: 'sign' })
  await next()
}

/**
 * Removes the parameters of the signature, which are for one request only, because the addresses of links
 * and lists are made from the request's address.
 */
function hideSignature(c: Ctx) {
  const url = new URL(c.req.url)
  for (const name of ['timestamp', 'nonce', 'sign']) url.searchParams.delete(name)
  Object.defineProperty(c.req.raw, 'url', { value: url.href })
}

function apiOf(path: string): Api {
  if (path.startsWith('/api/customer/')) return 'customer'
  return path.startsWith('/api/public/') ? 'public' : 'pages'
}

/**
 * Throws INVALID_FIELD with the name of the wrong parameter (timestamp, nonce or sign), or
 * TOO_MANY_REQUESTS.
 */
async function checkSignature(c: Ctx, api: Api, query: URLSearchParams) {
  const nonce = query.get('nonce') ?? ''
  if (!isRecent(query.get('timestamp') ?? '')) throw new AppError('INVALID_FIELD', { field: 'timestamp' })
  if (!NONCE.test(nonce)) throw new AppError('INVALID_FIELD', { field: 'nonce' })
  const expected = expectedSignature(api, query, await bodyFields(c))
  if (!sameText(expected, query.get('sign') ?? '')) throw new AppError('INVALID_FIELD', { field: 'sign' })
  if (!c.var.viewer) await consumePoint(VISITOR_LIMIT, networkOf(c))
  const { db, writableDb = db } = c.var
  if (!(await consumeNonce(writableDb, nonce))) throw new AppError('INVALID_FIELD', { field: 'nonce' })
}

/**
 * The expected signature. Throws INVALID_FIELD for a body that is nested too deeply to be serialised again.
 */
function expectedSignature(api: Api, query: URLSearchParams, body: Record<string, unknown>): string {
  try {
    return signatureOf(api, query, body)
  } catch {
    throw new AppError('INVALID_FIELD', { field: 'body' })
  }
}

/** The first level of a JSON or form body; empty for a request without body or with a file. */
async function bodyFields(c: Ctx): Promise<Record<string, unknown>> {
  const type = bodyType(c)
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || (type !== FORM && type !== JSON_TYPE)) return {}
  const text = await readBody(c, MAX_BODY)
  c.set('bodyText', text)
  if (type === FORM) return Object.fromEntries(new URLSearchParams(text))
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
