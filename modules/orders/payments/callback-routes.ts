import { consumePoint, hasPoints, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import { readBytes } from '#src/http/body.ts'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import { countRefusedCallback } from '#src/http/refusals.ts'
import { type Ctx, routes } from '#src/http/web.ts'
import { storeCallback } from './callback.ts'
import type { Callbacks, PaymentMethod, Reply } from './payment-method.ts'
import { METHODS_OF } from './registry.ts'

/** The routes to which gateways report payments: `POST /payments/<name>/callback`. */
export const callbackRoutes = routes()

/** The maximum size of a callback, which no gateway reaches. */
const MAX_BODY = 64 * 1024

/**
 * The limit for forged callbacks per network address: callbacks of a real gateway are hardly ever refused,
 * and verifying one of PayPal needs a query.
 */
const FORGERY_LIMIT: Limit = { name: 'forged-callbacks', points: 100, per: 60 }

for (const method of METHODS_OF)
  if (method.callbacks)
    callbackRoutes.post(`/payments/${method.name}/callback`, (c) =>
      handleCallback(c, method, method.callbacks!),
    )

async function handleCallback(c: Ctx, { name: method }: PaymentMethod, callbacks: Callbacks) {
  const sender = `${method} ${networkOf(c)}`
  if (!(await hasPoints(FORGERY_LIMIT, sender)))
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: FORGERY_LIMIT.per })
  // The body is not changed, because the signature covers its bytes, including a byte order mark.
  const body = Buffer.from(await readBytes(c, MAX_BODY)).toString('utf8')
  const number = await callbacks.read(c.req.raw.headers, body).catch((error) => {
    log.warn({ event: 'callback not checked', method, error: String(error) }, 'gateway')
    return undefined
  })
  if (number === undefined) return reply(c, callbacks.refused, 503)
  if (number === null) {
    log.info({ event: 'callback refused', method, address: clientAddress(c) }, 'gateway')
    countRefusedCallback({ 'qishu.service': method })
    await consumePoint(FORGERY_LIMIT, sender)
    return reply(c, callbacks.refused)
  }
  const headers = Object.fromEntries(callbacks.headers.map((name) => [name, c.req.header(name) ?? '']))
  await storeCallback(c.var.db, { method, number, headers, body })
  return reply(c, callbacks.accepted)
}

function reply(c: Ctx, { status, body }: Reply, status503?: 503) {
  if (status === 204) return c.body(null, 204)
  const type = body.startsWith('{') ? 'application/json' : 'text/plain'
  return c.body(body, status503 ?? status, { 'content-type': type })
}
