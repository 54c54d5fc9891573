import { SESSION_COOKIE } from '#src/session.ts'
import { type Ctx, readCookie, writeCookie } from '#src/web.tsx'

export function sessionToken(c: Ctx): string | undefined {
  return readCookie(c, SESSION_COOKIE)
}

export function putSession(c: Ctx, token: string) {
  writeCookie(c, SESSION_COOKIE, token, { httpOnly: true })
}

export function clearSession(c: Ctx) {
  writeCookie(c, SESSION_COOKIE, '', { httpOnly: true, maxAge: 0 })
}
