import type { MiddlewareHandler } from 'hono'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import type { Ctx, Env } from './web.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The origins of our pages. A demo server is also reached as 127.0.0.1; in production only BASE_URL counts.
 */
function ownOrigins(): string[] {
  const origins = [new URL(config.baseUrl).origin]
  if (!config.production) origins.push(`http://127.0.0.1:${config.PORT}`, `http://localhost:${config.PORT}`)
  return origins
}

/**
 * The unsubscribe button of a mail program (RFC 8058) sends no cookie and no origin. It only needs the token
 * in the address, which is known from the mail alone.
 */
const AUTHENTICATED_BY_TOKEN = /^\/template-letter\/[a-z2-7]{40}$/

/** Payment gateways and e-sign services send no origin either, but their own signature. */
const AUTHENTICATED_BY_SIGNATURE = /^\/(payments|e-sign)\/[a-z]+\/callback$/

/**
 * CSRF protection by origin: every unsafe request must come from a page of ours. A missing Origin is
 * refused.
 */
export const csrfProtection: MiddlewareHandler<Env> = async (c, next) => {
  const isExempt =
    SAFE_METHODS.has(c.req.method) ||
    AUTHENTICATED_BY_TOKEN.test(c.req.path) ||
    AUTHENTICATED_BY_SIGNATURE.test(c.req.path)
  if (!isExempt && !fromOwnPage(c)) throw new AppError('FOREIGN_ORIGIN')
  await next()
}

/**
 * Whether the request comes from a page of ours with Referrer-Policy no-referrer, as the token pages have. A
 * form there sends the Origin null; then Sec-Fetch-Site, which no script can set, shows where the request
 * comes from.
 */
function fromOwnPage(c: Ctx): boolean {
  const origin = c.req.header('origin') ?? ''
  if (origin === 'null') return c.req.header('sec-fetch-site') === 'same-origin'
  return ownOrigins().includes(origin)
}
