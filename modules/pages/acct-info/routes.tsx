import { findProfileAndSessions, sessionToken } from '#modules/accounts/index.ts'
import { findStorage } from '#modules/documents/index.ts'
import { findPlanStatus } from '#modules/orders/index.ts'
import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import { routes } from '#src/http/web.ts'
import { AcctInfoPage } from './page.tsx'

export const acctInfoRoutes = routes()

acctInfoRoutes.get('/mgmt/acct-info', async (c) => {
  const { db } = c.var
  const viewer = c.var.viewer!
  const [{ profile, sessions, offersSocial }, plan, storage] = await Promise.all([
    findProfileAndSessions(db, viewer, sessionToken(c)!),
    findPlanStatus(db, viewer),
    findStorage(db, viewer),
  ])
  c.header('Cache-Control', 'private, no-cache')
  const content = (
    <AcctInfoPage
      viewer={viewer}
      profile={profile}
      offersSocial={offersSocial}
      sessions={c.var.accessNotice?.kind === 'seeing' ? null : sessions}
      plan={plan}
      storage={storage}
      done={c.req.query('done')}
    />
  )
  return page(c, content, {
    title: translate(c.var.locale)('acctInfo.title'),
    shell: 'mgmt',
    current: 'acctInfo',
  })
})
