import { getCookie, setCookie } from 'hono/cookie'
import { config } from '#src/core/config.ts'
import type { Ctx } from './web.ts'

interface CookieOptions {
  httpOnly?: boolean
  /** In seconds; if missing, the cookie ends with the browser session. */
  maxAge?: number
}

export const readCookie = (c: Ctx, name: string): string | undefined => getCookie(c, name) || undefined

/** Sets a cookie, for example the session cookie, with SameSite=Lax and, over HTTPS, Secure. */
export function writeCookie(c: Ctx, name: string, value: string, options: CookieOptions) {
  setCookie(c, name, value, { ...options, path: '/', sameSite: 'Lax', secure: config.secure })
}

/** The language that the user has chosen; without this cookie the browser's preference is used. */
export const LOCALE_COOKIE = 'locale'

/** Set after the user has acknowledged the notice about cookies. */
export const CONSENT_COOKIE = 'cookie-consent'
