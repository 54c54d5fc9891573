import { translate } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { findNoticeChoice, keepNoticeChoice, NoticeForm } from './notice-choice.ts'
import { NoticesPage } from './notices-page.tsx'

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
  await keepNoticeChoice(c.var.db, viewerOf(c), form.output)
  return goTo(c, `${HOME}?done=notices`)
})
