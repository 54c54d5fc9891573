import * as v from 'valibot'
import { translate } from '#src/core/i18n.ts'
import { readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { goTo, routes, viewerOf } from '#src/http/web.ts'
import { answerRequest, endAccess, listAccesses, listOpenedPages, PATH } from './access.ts'
import { deskAccessRoutes } from './desk-routes.tsx'
import { SupportAccessPage } from './views/support-access-page.tsx'

export const supportAccessRoutes = routes()

supportAccessRoutes.route('/', deskAccessRoutes)

supportAccessRoutes.get(PATH, async (c) => {
  const rows = await listAccesses(c.var.db, viewerOf(c).id)
  const pages = await listOpenedPages(c.var.db, viewerOf(c).id)
  const runningId = c.var.accessNotice?.kind === 'running' ? c.var.accessNotice.id : null
  const content = (
    <SupportAccessPage rows={rows} pages={pages} running={runningId} done={c.req.query('done')} />
  )
  const title = translate(c.var.locale)('supportAccess.title')
  return page(c, content, { title, shell: 'mgmt', current: 'acctInfo' })
})

const AccessForm = v.object({ access: v.optional(v.string(), '') })

const readAccess = async (c: Parameters<typeof readForm>[0]) => {
  const form = await readForm(c, AccessForm)
  return form.ok ? form.output.access : ''
}

supportAccessRoutes.post(`${PATH}/consent`, async (c) => {
  await answerRequest(c.var.db, viewerOf(c), await readAccess(c), 'allowed')
  return goTo(c, `${PATH}?done=allowed`)
})

supportAccessRoutes.post(`${PATH}/refusal`, async (c) => {
  await answerRequest(c.var.db, viewerOf(c), await readAccess(c), 'refused')
  return goTo(c, `${PATH}?done=refused`)
})

supportAccessRoutes.post(`${PATH}/ending`, async (c) => {
  await endAccess(c.var.db, viewerOf(c), await readAccess(c))
  return goTo(c, `${PATH}?done=ended`)
})

// After a rejected form, the URL may be reloaded or opened in another language.
for (const action of ['consent', 'refusal', 'ending'])
  supportAccessRoutes.get(`${PATH}/${action}`, (c) => goTo(c, PATH))
