import * as v from 'valibot'
import {
  exportAccount,
  findProfileAndSessions,
  logAccountAction,
  sessionToken,
} from '#modules/accounts/index.ts'
import { exportDismissals } from '#modules/announcements/index.ts'
import { exportAuthorisations } from '#modules/authorisations/index.ts'
import { exportConversation } from '#modules/chat/index.ts'
import { exportConsultations } from '#modules/consultations/index.ts'
import { exportDocuments, findStorage } from '#modules/documents/index.ts'
import { exportFeedback, exportInbox } from '#modules/messaging/index.ts'
import { exportOrders, findPlanStatus, spendsOf } from '#modules/orders/index.ts'
import { exportComments } from '#modules/review/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { listSessions } from '#src/auth/session.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { exportUserLog } from '#src/http/user-log.ts'
import { type Ctx, routes } from '#src/http/web.ts'
import { exportMails } from '#src/mail/mail.ts'
import { AcctInfoPage } from './page.tsx'

export const acctInfoRoutes = routes()

acctInfoRoutes.get('/mgmt/acct-info', async (c) => {
  const { db } = c.var
  const viewer = c.var.viewer!
  const [{ profile, sessions }, plan, storage] = await Promise.all([
    findProfileAndSessions(db, viewer, sessionToken(c)!),
    findPlanStatus(db, viewer),
    findStorage(db, viewer),
  ])
  c.header('Cache-Control', 'private, no-cache')
  const content = (
    <AcctInfoPage
      viewer={viewer}
      profile={profile}
      sessions={sessions}
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

const EXPORTS = { name: 'export', points: 10, per: 3600 }

/** The data export: everything that we store about the viewer, in all modules, as one JSON file. */
acctInfoRoutes.post('/mgmt/acct-info/export', async (c) => {
  await readForm(c, v.object({}))
  const viewer = c.var.viewer!
  await consumePoint(EXPORTS, viewer.id)
  const data = await c.var.db.transaction().execute(async (trx) => {
    await logAccountAction(trx, viewer, 'export')
    const own = await exportAccount(trx, viewer)
    const addresses = [own.account.email, own.account.mobile].filter((address) => address !== null)
    return {
      exportedAt: now(),
      ...own,
      sessions: (await listSessions(trx, viewer.id, '')).map(({ id: _, here: __, ...rest }) => rest),
      ...(await exportDocuments(trx, viewer)),
      authorisations: await exportAuthorisations(trx, viewer),
      dismissedAnnouncements: await exportDismissals(trx, viewer),
      consultations: await exportConsultations(trx, viewer),
      usage: await spendsOf(trx, viewer),
      ...(await exportOrders(trx, viewer)),
      ...(await exportInbox(trx, viewer)),
      feedback: await exportFeedback(trx, viewer),
      sentMails: await exportMails(trx, addresses),
      reports: await exportUserLog(trx, viewer.id),
      conversation: await exportConversation(trx, viewer),
      comments: await exportComments(trx, viewer),
    }
  })
  return sendJsonFile(c, `qishu-${viewer.username}-${shanghaiDay()}.json`, data)
})

function sendJsonFile(c: Ctx, name: string, data: unknown): Response {
  c.header('Content-Type', 'application/json; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(JSON.stringify(data, null, 2))
}
