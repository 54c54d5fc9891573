import { getCookie, setCookie } from 'hono/cookie'
import { config } from '#src/core/config.ts'
import type { Ctx } from './web.ts'

interface CookieOptions {
  httpOnly?: boolean
  /** seconds; without it the cookie ends with the browser session */
  maxAge?: number
}

export const readCookie = (c: Ctx, name: string): string | undefined => getCookie(c, name) || undefined

/** Sets a cookie, e.g. the session cookie, with SameSite=Lax and, over HTTPS, Secure. */
export function writeCookie(c: Ctx, name: string, value: string, options: CookieOptions) {
  setCookie(c, name, value, { ...options, path: '/', sameSite: 'Lax', secure: config.secure })
}

/** The language that the person has chosen; without it the browser's preference counts. */
export const LOCALE_COOKIE = 'locale'

/** Set once the person has acknowledged the notice about cookies. */
export const CONSENT_COOKIE = 'cookie-consent'
