import * as v from 'valibot'
import { shanghaiDay } from '#src/core/clock.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { refusedForm } from '../../entry/form-answer.ts'
import { requirePermission } from '../../permissions.ts'
import { requireAccountsDesk } from '../desk-accounts.ts'
import { listRequests } from './desk-requests.ts'
import { closeRequest, findRequest, recordRequest } from './request.ts'
import { RequestForm } from './request-form.ts'
import { NewRequestPage } from './views/new-request-page.tsx'
import { RequestPage } from './views/request-page.tsx'
import { RequestsPage } from './views/requests-page.tsx'

export const deskRequestRoutes = routes()

const HOME = '/desk/requests'
const FRAME = { shell: 'mgmt', current: 'deskRequests' } as const
const STATES = ['open', 'overdue', 'closed'] as const

deskRequestRoutes.get(HOME, async (c) => {
  const state = STATES.find((one) => one === c.req.query('state')) ?? 'open'
  const requests = await listRequests(c.var.db, viewerOf(c), { state, from: c.req.query('from') ?? '' })
  const title = translate(c.var.locale)('desk.requests')
  return page(c, <RequestsPage {...requests} state={state} />, { title, ...FRAME })
})

function newRequestPage(c: Ctx, form: FormState = {}) {
  requirePermission(viewerOf(c), 'desk.moderation')
  const title = translate(c.var.locale)('desk.requestPage.record')
  const values = { day: shanghaiDay(), account: c.req.query('account') ?? '', ...form.values }
  const content = <NewRequestPage problems={form.problems} values={values} />
  return page(c, content, { title, ...FRAME, status: form.problems ? 422 : 200 })
}

deskRequestRoutes.get(`${HOME}/new`, (c) => newRequestPage(c))

deskRequestRoutes.post(`${HOME}/new`, async (c) => {
  const form = await readForm<typeof RequestForm>(c, RequestForm)
  if (!form.ok) return newRequestPage(c, form)
  try {
    const id = await recordRequest(c.var.db, viewerOf(c), form.output)
    return goTo(c, `${HOME}/${id}?done=recorded`)
  } catch (error) {
    return newRequestPage(c, { values: form.values, ...refusedForm(c, error) })
  }
})

async function requestPage(c: Ctx, id: string, form: FormState = {}) {
  const request = await findRequest(c.var.db, viewerOf(c), id)
  const title = translate(c.var.locale)(`desk.request.${request.kind}`)
  const content = (
    <RequestPage {...form} request={request} viewerId={viewerOf(c).id} done={c.req.query('done')} />
  )
  return page(c, content, { title, ...FRAME, status: form.problems ? 422 : 200 })
}

deskRequestRoutes.get(`${HOME}/:id`, (c) => requestPage(c, c.req.param('id')))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
deskRequestRoutes.get(`${HOME}/:id/closing`, async (c) => {
  const { id } = await findRequest(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${HOME}/${id}`)
})

const ClosingForm = v.object({
  answer: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(500, 'common.problem.tooLong'),
  ),
})

deskRequestRoutes.post(`${HOME}/:id/closing`, async (c) => {
  const form = await readForm(c, ClosingForm)
  requireAccountsDesk(viewerOf(c))
  const id = c.req.param('id')
  if (!form.ok) return requestPage(c, id, form)
  if (await closeRequest(c.var.db, viewerOf(c), id, form.output.answer))
    return goTo(c, `${HOME}/${id}?done=closed`)
  return requestPage(c, id, { values: form.values, problems: { answer: 'desk.problem.requestClosed' } })
})
