import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm } from '#src/http/body.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { findDocument } from '../document.ts'
import { refuseLapsed } from '../drafts/validity.ts'
import { adoptNewer, findAdoption, refuseAdoption } from './adoption.ts'
import { AdoptionPage } from './views/adoption-page.tsx'

/**
 * The page that shows the changes of the template's newer version, and the action that moves a draft to it.
 */
export const adoptionRoutes = routes()

/** `problem` is set when the document was saved or the template published after the page was made. */
async function adoptionPage(c: Ctx, problem?: MessageKey) {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id') ?? '')
  requirePermission(viewerOf(c), 'document.create')
  refuseAdoption(document)
  refuseLapsed(document, viewerOf(c))
  const adoption = await findAdoption(c.var.db, document)
  if (!adoption) return goTo(c, `/mgmt/${document.id}/view-doc`)
  const title = translate(c.var.locale)('documents.adoption.title')
  const content = <AdoptionPage document={document} adoption={adoption} problem={problem} />
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs', status: problem ? 409 : 200 })
}

adoptionRoutes.get('/mgmt/:id/adoption', (c) => adoptionPage(c))

const number = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))
const SeenVersions = v.object({ version: number, template: number })

adoptionRoutes.post('/mgmt/:id/adoption', async (c) => {
  const id = c.req.param('id')
  const form = await readForm(c, SeenVersions)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: Object.keys(form.problems)[0] ?? '' })
  const { version: since, template: to } = form.output
  try {
    await adoptNewer(c.var.db, viewerOf(c), { id, to, since })
  } catch (error) {
    const isStale =
      error instanceof AppError && ['DOCUMENT_CONFLICT', 'TEMPLATE_UPDATED'].includes(error.code)
    if (!isStale || wantsJson(c)) throw error
    logRefused(c, error)
    return adoptionPage(c, error.words)
  }
  return goTo(c, `/mgmt/${id}/adoption`)
})
