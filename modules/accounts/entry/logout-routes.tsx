import { recordSecurityEvent } from '#src/auth/security-event.ts'
import { endSession } from '#src/auth/session.ts'
import type { Db } from '#src/db/db.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { safePath } from '#src/http/security.ts'
import { goTo, routes } from '#src/http/web.ts'
import { teamOf } from '../account-log.ts'
import { clearSession, sessionToken } from './cookies.ts'

export const logoutRoutes = routes()

logoutRoutes.post('/logout', async (c) => {
  const token = sessionToken(c)
  const { db, accountId } = c.var
  if (token)
    await db.transaction().execute(async (trx) => {
      await endSession(trx, token)
      if (accountId) await recordLogout(trx, accountId)
    })
  clearSession(c)
  c.header('Clear-Site-Data', '"cache"')
  const returnUrl = safePath(c.req.query('returnUrl'), '/acct/login')
  return wantsJson(c) ? answer(c, { returnUrl }) : goTo(c, returnUrl)
})

async function recordLogout(trx: Db, accountId: string) {
  const teamId = teamOf(trx, accountId)
  await recordSecurityEvent(trx, { kind: 'sessions-ended', accountId, teamId, detail: 'log-out' })
}
