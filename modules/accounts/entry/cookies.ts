import { SESSION_COOKIE } from '#src/auth/session.ts'
import { readCookie, writeCookie } from '#src/http/cookies.ts'
import type { Ctx } from '#src/http/web.ts'

export function sessionToken(c: Ctx): string | undefined {
  return readCookie(c, SESSION_COOKIE)
}

/** Sets the session cookie; it is HttpOnly, so that no script can read it. */
export function putSession(c: Ctx, token: string) {
  writeCookie(c, SESSION_COOKIE, token, { httpOnly: true })
}

export function clearSession(c: Ctx) {
  writeCookie(c, SESSION_COOKIE, '', { httpOnly: true, maxAge: 0 })
}
