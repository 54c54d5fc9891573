import { notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { findNoticeChoice, NoticeForm, saveNoticeChoice } from './notice-choice.ts'
import { NoticesPage } from './notices-page.tsx'
import { isUnsubscribeToken, subscribeToTemplateMail, unsubscribeFromTemplateMail } from './template-mail.ts'
import { UnsubscribePage } from './unsubscribe-page.tsx'

export const noticeRoutes = routes()

const HOME = '/mgmt/acct-info/notices'

function noticesPage(c: Ctx, form: FormState, status: 200 | 422 = 200) {
  const content = <NoticesPage viewer={viewerOf(c)} form={form} done={c.req.query('done')} />
  const title = translate(c.var.locale)('acctInfo.tab.notices')
  return page(c, content, { title, shell: 'mgmt', current: 'acctInfo', status })
}

noticeRoutes.get(HOME, async (c) => noticesPage(c, { values: await findNoticeChoice(c.var.db, viewerOf(c)) }))

noticeRoutes.post(HOME, async (c) => {
  const form = await readForm(c, NoticeForm)
  if (!form.ok) return noticesPage(c, form, 422)
  await saveNoticeChoice(c.var.db, viewerOf(c), form.output)
  return goTo(c, `${HOME}?done=notices`)
})

noticeRoutes.post(`${HOME}/templates`, async (c) => {
  await requireForm(c)
  await subscribeToTemplateMail(c.var.db, viewerOf(c))
  return goTo(c, `${HOME}?done=templates`)
})

noticeRoutes.get(`${HOME}/templates`, (c) => goTo(c, HOME))

/**
 * The unsubscribe link of a mail. Opening it changes nothing, because mail programs open links
 * automatically.
 */
noticeRoutes.get('/template-letter/:token', async (c) => {
  const token = c.req.param('token')
  if (!(await isUnsubscribeToken(c.var.db, token))) notFound()
  return unsubscribePage(c, token, false)
})

/** Unsubscribes, from the page or by the button of a mail program (RFC 8058). */
noticeRoutes.post('/template-letter/:token', async (c) => {
  await requireForm(c)
  const token = c.req.param('token')
  if (!(await unsubscribeFromTemplateMail(c.var.db, token))) notFound()
  return unsubscribePage(c, token, true)
})

function unsubscribePage(c: Ctx, token: string, hasLeft: boolean) {
  const title = translate(c.var.locale)('acctInfo.leaving.title')
  return page(c, <UnsubscribePage token={token} hasLeft={hasLeft} />, { title, shell: 'public' })
}
