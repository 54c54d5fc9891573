import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { config } from '#src/core/config.ts'
import type { Ctx, Env } from './web.ts'

/** Pages whose address contains a token, which other sites must not learn through a link. */
const TOKEN_PAGES = /^\/(sign|invitation|online-service\/return|template-letter|review\/login)\//

/** Sets the headers of every response, including errors. */
export const securityHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  setSecurity(c, c.res.headers)
}

/**
 * The nonce that allows the inline scripts of this response, created on first use; empty on a cached page.
 */
export function nonceOf(c: Ctx): string {
  const nonce = c.get('nonce') ?? randomBytes(16).toString('base64')
  c.set('nonce', nonce)
  return nonce
}

/** Sets the headers of a response that is sent before its route ends. */
export function setSecurity(c: Ctx, h: Headers) {
  if (!h.has('content-security-policy')) h.set('Content-Security-Policy', contentPolicy(c.get('nonce')))
  h.set('X-Content-Type-Options', 'nosniff')
  h.set('X-Frame-Options', 'DENY')
  h.set('Cross-Origin-Opener-Policy', 'same-origin')
  if (!h.has('cross-origin-resource-policy')) h.set('Cross-Origin-Resource-Policy', 'same-origin')
  h.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  const referrer = TOKEN_PAGES.test(c.req.path) ? 'no-referrer' : 'strict-origin-when-cross-origin'
  h.set('Referrer-Policy', referrer)
  if (config.secure) h.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  if (!h.has('cache-control')) h.set('Cache-Control', 'no-store')
}

/** The content security policy: only scripts of this site, and inline scripts with the nonce. */
export function contentPolicy(nonce?: string): string {
  const ownScripts = nonce ? `'self' 'nonce-${nonce}'` : `'self'`
  const scripts = config.viteDev ? `'self' 'unsafe-inline'` : ownScripts
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
    // The policy also applies to the redirects of a form, and the login by WeChat begins with such a
    // redirect.
    `form-action 'self'${config.wechat ? ` ${new URL(config.wechat.pages).origin}` : ''}`,
  ].join('; ')
}

/** A path on this site to redirect to, or `fallback` for anything that could lead elsewhere. */
export function safePath(target: string | undefined, fallback: string): string {
  if (!target || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\')) return fallback
  const url = new URL(target, 'http://own.invalid')
  return url.origin === 'http://own.invalid' && !url.pathname.startsWith('//') ? target : fallback
}

/** The page of ours from which the form was sent; '' if the browser does not send it. */
export function pageBefore(c: Ctx): string {
  const referer = c.req.header('referer') ?? ''
  if (!URL.canParse(referer)) return ''
  const { origin, pathname, search } = new URL(referer)
  return origin === new URL(c.req.url).origin || origin === new URL(config.baseUrl).origin
    ? safePath(pathname + search, '')
    : ''
}
