import { recordSecurityEvent } from '#src/auth/security-event.ts'
import { endSession } from '#src/auth/session.ts'
import { translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { safePath } from '#src/http/security.ts'
import { goTo, routes } from '#src/http/web.ts'
import { teamOf } from '../account-log.ts'
import { clearSession, sessionToken } from './cookies.ts'
import { LogoutPage } from './views/logout-page.tsx'

export const logoutRoutes = routes()

logoutRoutes.get('/logout', (c) => {
  const { viewer } = c.var
  if (!viewer) return goTo(c, '/acct/login')
  const title = translate(c.var.locale)('common.logout')
  return page(c, <LogoutPage username={viewer.username} />, { title, shell: 'account' })
})

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
