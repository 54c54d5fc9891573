import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { mediaType } from '#src/files/pictures/picture.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { findForDesk, findLicence, grantAuthorisation, listForDesk, refuse } from './desk-authorisations.ts'
import { DeskAuthorisationPage } from './views/desk-authorisation-page.tsx'
import { DeskAuthorisationsPage } from './views/desk-authorisations-page.tsx'

/** The pages on which our staff check the licences of institutions. */
export const deskAuthorisationRoutes = routes()

const HOME = '/desk/authorisations'
const FRAME = { shell: 'mgmt', current: 'deskAuthorisations' } as const

deskAuthorisationRoutes.get(HOME, async (c) => {
  const showsDecided = c.req.query('decided') === 'yes'
  const authorisations = await listForDesk(c.var.db, viewerOf(c), {
    isDecided: showsDecided,
    from: c.req.query('from'),
  })
  const title = translate(c.var.locale)('authorisations.desk.title')
  return page(c, <DeskAuthorisationsPage {...authorisations} isDecided={showsDecided} />, { title, ...FRAME })
})

async function itemPage(c: Ctx, formState: FormState = {}, status: 200 | 409 | 422 = 200) {
  const authorisation = await findForDesk(c.var.db, viewerOf(c), c.req.param('id')!)
  const props = { authorisation, viewerId: viewerOf(c).id, done: c.req.query('done') }
  const content = <DeskAuthorisationPage {...formState} {...props} />
  return page(c, content, { title: authorisation.name, ...FRAME, status })
}

deskAuthorisationRoutes.get(`${HOME}/:id`, (c) => itemPage(c))

deskAuthorisationRoutes.get(`${HOME}/:id/licence`, async (c) => {
  const { type, bytes } = await findLicence(c.var.db, viewerOf(c), c.req.param('id'))
  c.header('Content-Type', mediaType(type))
  c.header('Content-Security-Policy', `sandbox; default-src 'none'; frame-ancestors 'none'`)
  return c.body(new Uint8Array(bytes))
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const decision of ['approval', 'refusal'])
  deskAuthorisationRoutes.get(`${HOME}/:id/${decision}`, async (c) => {
    const { id } = await findForDesk(c.var.db, viewerOf(c), c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })

deskAuthorisationRoutes.post(`${HOME}/:id/approval`, async (c) => {
  await requireForm(c)
  return showDecision(c, () => grantAuthorisation(c.var.db, viewerOf(c), c.req.param('id')!))
})

const RefusalForm = v.object({
  reason: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(500, 'common.problem.tooLong'),
  ),
})

deskAuthorisationRoutes.post(`${HOME}/:id/refusal`, async (c) => {
  const form = await readForm(c, RefusalForm)
  if (!form.ok) return itemPage(c, form, 422)
  return showDecision(c, () => refuse(c.var.db, viewerOf(c), c.req.param('id')!, form.output.reason))
})

/** Goes back to the entry, which shows the decision; shows the form again when a colleague decided first. */
async function showDecision(c: Ctx, decide: () => Promise<void>) {
  try {
    await decide()
    return goTo(c, `${HOME}/${c.req.param('id')}?done=decided`)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AUTHORISATION_DECIDED') throw error
    logRefused(c, error)
    return itemPage(c, { problems: { form: error.words } }, 409)
  }
}
