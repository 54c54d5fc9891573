import { endSession } from '#src/auth/session.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { safePath } from '#src/http/security.ts'
import { goTo, routes } from '#src/http/web.ts'
import { clearSession, sessionToken } from './cookies.ts'

export const logoutRoutes = routes()

logoutRoutes.post('/logout', async (c) => {
  const token = sessionToken(c)
  if (token) await endSession(c.var.db, token)
  clearSession(c)
  c.header('Clear-Site-Data', '"cache"')
  const returnUrl = safePath(c.req.query('returnUrl'), '/acct/login')
  return wantsJson(c) ? answer(c, { returnUrl }) : goTo(c, returnUrl)
})
