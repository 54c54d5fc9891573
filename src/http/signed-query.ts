import { isRecent, takeNonce } from '#src/auth/nonce.ts'
import { takePoint } from '#src/auth/rate-limit.ts'
import { type Api, signatureOf } from '#src/auth/signature.ts'
import { AppError } from '#src/core/errors.ts'
import { sameText } from '#src/core/secrets.ts'
import { bodyType, FORM, JSON_TYPE, readBody } from './body.ts'
import { networkOf } from './client-address.ts'
import type { Ctx } from './web.ts'

const NONCE = /^[A-Za-z0-9_-]{16,64}$/
const LARGEST = 512 * 1024

/** Of strangers from one network: each is remembered for ten minutes. */
const STRANGERS = { name: 'signed', points: 600, per: 60 }

/** Gateways sign what they send, and the addresses they lead back to, in their own ways. */
const GATEWAYS = '/payments/'

/** The customer API must be signed; elsewhere a signature that is there must be right. */
export async function signedQuery(c: Ctx, next: () => Promise<void>) {
  if (c.req.path.startsWith(GATEWAYS)) return next()
  const api = apiOf(c.req.path)
  const query = new URL(c.req.url).searchParams
  if (query.has('sign')) await checkSignature(c, api, query)
  else if (api === 'customer') throw new AppError('INVALID_FIELD', { field: 'sign' })
  await next()
}

function apiOf(path: string): Api {
  if (path.startsWith('/api/customer/')) return 'customer'
  return path.startsWith('/api/public/') ? 'public' : 'pages'
}

/** Throws INVALID_FIELD naming what does not fit: timestamp, nonce or sign. And TOO_MANY_REQUESTS. */
async function checkSignature(c: Ctx, api: Api, query: URLSearchParams) {
  const nonce = query.get('nonce') ?? ''
  if (!isRecent(query.get('timestamp') ?? '')) throw new AppError('INVALID_FIELD', { field: 'timestamp' })
  if (!NONCE.test(nonce)) throw new AppError('INVALID_FIELD', { field: 'nonce' })
  const expected = expectedSignature(api, query, await bodyFields(c))
  if (!sameText(expected, query.get('sign') ?? '')) throw new AppError('INVALID_FIELD', { field: 'sign' })
  if (!c.var.viewer) await takePoint(STRANGERS, networkOf(c))
  if (!(await takeNonce(c.var.db, nonce))) throw new AppError('INVALID_FIELD', { field: 'nonce' })
}

/** Throws INVALID_FIELD for a body nested so deeply that it cannot be written again. */
function expectedSignature(api: Api, query: URLSearchParams, body: Record<string, unknown>): string {
  try {
    return signatureOf(api, query, body)
  } catch {
    throw new AppError('INVALID_FIELD', { field: 'body' })
  }
}

/** The first level of a JSON or form body; none for a request without one, or with a file. */
async function bodyFields(c: Ctx): Promise<Record<string, unknown>> {
  const type = bodyType(c)
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || (type !== FORM && type !== JSON_TYPE)) return {}
  const text = await readBody(c, LARGEST)
  c.set('bodyText', text)
  if (type === FORM) return Object.fromEntries(new URLSearchParams(text))
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
