import { answer, wantsJson } from '#src/envelope.ts'
import { safePath } from '#src/security.ts'
import { endSession } from '#src/session.ts'
import { goTo, routes } from '#src/web.tsx'
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
