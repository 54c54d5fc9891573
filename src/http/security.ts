import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { config } from '#src/core/config.ts'
import type { Ctx, Env } from './web.ts'

/** Pages whose address opens something: no other site may learn it from a link that is followed. */
const TOKEN_PAGES = /^\/(sign|invitation|online-service\/return|template-letter|review\/login)\//

/** Headers on every answer, whatever became of the request. */
export const securityHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  setSecurity(c, c.res.headers)
}

/**
 * What lets an inline script of this answer run, drawn when its page first asks; empty on a page that is
 * kept.
 */
export function nonceOf(c: Ctx): string {
  const nonce = c.get('nonce') ?? randomBytes(16).toString('base64')
  c.set('nonce', nonce)
  return nonce
}

/** The same for an answer that is sent before its route is done. */
export function setSecurity(c: Ctx, h: Headers) {
  if (!h.has('content-security-policy')) h.set('Content-Security-Policy', contentPolicy(c.get('nonce')))
  h.set('X-Content-Type-Options', 'nosniff')
  h.set('X-Frame-Options', 'DENY')
  h.set('Cross-Origin-Opener-Policy', 'same-origin')
  h.set('Cross-Origin-Resource-Policy', 'same-origin')
  h.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  const referrer = TOKEN_PAGES.test(c.req.path) ? 'no-referrer' : 'strict-origin-when-cross-origin'
  h.set('Referrer-Policy', referrer)
  if (config.secure) h.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  if (!h.has('cache-control')) h.set('Cache-Control', 'no-store')
}

/** The content security policy: scripts of this site, and with a nonce what carries it; nothing else runs. */
export function contentPolicy(nonce?: string): string {
  const own = nonce ? `'self' 'nonce-${nonce}'` : `'self'`
  const scripts = config.viteDev ? `'self' 'unsafe-inline'` : own
  return [
    `default-src 'none'`,
    `script-src ${scripts}`,
    `style-src 'self'${config.viteDev ? ` 'unsafe-inline'` : ''}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'${config.viteDev ? ' ws:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    // A form's redirect counts too: the way to WeChat begins with one.
    `form-action 'self'${config.wechat ? ` ${new URL(config.wechat.pages).origin}` : ''}`,
  ].join('; ')
}

/** A path on this site to go on to, or `fallback`: nothing that could lead elsewhere passes. */
export function safePath(target: string | undefined, fallback: string): string {
  if (!target || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\')) return fallback
  const url = new URL(target, 'http://own.invalid')
  return url.origin === 'http://own.invalid' && !url.pathname.startsWith('//') ? target : fallback
}

/** The page of ours whose form was sent, to come back to; empty where the browser does not say. */
export function pageBefore(c: Ctx): string {
  const referer = c.req.header('referer') ?? ''
  if (!URL.canParse(referer)) return ''
  const { origin, pathname, search } = new URL(referer)
  return origin === new URL(c.req.url).origin || origin === new URL(config.baseUrl).origin
    ? safePath(pathname + search, '')
    : ''
}
