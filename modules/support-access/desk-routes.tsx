import * as v from 'valibot'
import { findAccountForDesk } from '#modules/accounts/index.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { listAccesses, listOpenedPages, requestAccess, requireMayRequest, withdrawAccess } from './access.ts'
import { enterPages, forgetMode, LEAVING, leavePages, sessionHash } from './mode.ts'
import { DeskAccessPage } from './views/desk-access-page.tsx'

/** The pages on which staff request access to the pages of an account, and enter them. */
export const deskAccessRoutes = routes()

const HOME = '/desk/accounts/:id/support-access'

const homeOf = (c: Ctx) => `/desk/accounts/${c.req.param('id')}/support-access`

async function accessPage(c: Ctx, formState: FormState = {}) {
  const { db, locale } = c.var
  const viewer = viewerOf(c)
  const account = await findAccountForDesk(db, viewer, c.req.param('id')!)
  const rows = await listAccesses(db, account.id)
  const pages = await listOpenedPages(db, account.id)
  const facts = { account, rows, pages, viewerId: viewer.id, done: c.req.query('done') }
  return page(c, <DeskAccessPage {...formState} {...facts} />, {
    title: translate(locale)('supportAccess.desk.title'),
    shell: 'mgmt',
    current: 'deskAccounts',
    status: formState.problems ? 422 : 200,
  })
}

deskAccessRoutes.get(HOME, (c) => accessPage(c))

const AskForm = v.object({
  reason: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(500, 'common.problem.tooLong'),
  ),
})

deskAccessRoutes.post(HOME, async (c) => {
  const form = await readForm(c, AskForm)
  const account = await findAccountForDesk(c.var.db, viewerOf(c), c.req.param('id'))
  requireMayRequest(viewerOf(c), account)
  if (!form.ok) return accessPage(c, form)
  const { values } = form
  if (account.state !== 'active')
    return accessPage(c, { values, problems: { reason: 'supportAccess.problem.inactive' } })
  const isRequested = await requestAccess(c.var.db, viewerOf(c), account.id, form.output.reason)
  if (isRequested) return goTo(c, `${homeOf(c)}?done=asked`)
  return accessPage(c, { values, problems: { reason: 'supportAccess.problem.open' } })
})

const AccessForm = v.object({ access: v.optional(v.string(), '') })

deskAccessRoutes.post(`${HOME}/withdrawal`, async (c) => {
  const form = await readForm(c, AccessForm)
  await withdrawAccess(c.var.db, viewerOf(c), form.ok ? form.output.access : '')
  return goTo(c, `${homeOf(c)}?done=withdrawn`)
})

deskAccessRoutes.post(`${HOME}/entry`, async (c) => {
  const form = await readForm(c, AccessForm)
  await enterPages(c.var.db, viewerOf(c), form.ok ? form.output.access : '', sessionHash(c))
  return goTo(c, '/mgmt/home')
})

// After a rejected form, the URL may be reloaded or opened in another language.
for (const action of ['withdrawal', 'entry'])
  deskAccessRoutes.get(`${HOME}/${action}`, (c) => goTo(c, homeOf(c)))

/**
 * Leads from the customer's pages to the desk, and from the page about the end of the access to the pages of
 * the member of staff.
 */
deskAccessRoutes.post(LEAVING, async (c) => {
  await requireForm(c)
  const { db, accessNotice } = c.var
  if (accessNotice?.kind === 'atDesk') {
    await leavePages(db, sessionHash(c))
    return goTo(c, `/desk/accounts/${accessNotice.id}/support-access?done=left`)
  }
  await forgetMode(db, sessionHash(c))
  return goTo(c, '/mgmt/acct-info')
})

deskAccessRoutes.get(LEAVING, (c) => goTo(c, '/mgmt/home'))
