import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm, requireForm } from '#src/http/body.ts'
import { fragment, page } from '#src/http/page.tsx'
import { goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { findDocument } from '../document.ts'
import { latestTranslation } from './progress.ts'
import { cancelTranslation, startTranslation, translationOf, undoTranslation } from './translation.ts'
import { TranslationPage, TranslationProgress } from './views/translation-page.tsx'

/** AI translation of a draft: a page from the question over the progress to what came of it. */
export const translationRoutes = routes()

const Scope = v.object({ scope: v.optional(v.picklist(['open', 'everything']), 'open') })

const pathOf = (id: string) => `/mgmt/${id}/translation`

translationRoutes.get('/mgmt/:id/translation', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id'))
  requirePermission(viewerOf(c), 'document.create')
  const last = await latestTranslation(c.var.db, document.id)
  const props = { document, last, ...translationOf(document) }
  if (isFragmentRequest(c)) return fragment(c, <TranslationProgress {...props} />)
  const title = translate(c.var.locale)('documents.translation.title')
  return page(c, <TranslationPage {...props} />, { title, shell: 'mgmt', current: 'myDocs' })
})

translationRoutes.post('/mgmt/:id/translation', async (c) => {
  const form = await readForm(c, Scope)
  const id = c.req.param('id')
  await startTranslation(c.var.db, viewerOf(c), id, form.ok && form.output.scope === 'everything')
  return goTo(c, pathOf(id))
})

const STEPS = { cancellation: cancelTranslation, undoing: undoTranslation }

for (const [step, act] of Object.entries(STEPS))
  translationRoutes.post(`/mgmt/:id/translation/${step}`, async (c) => {
    await requireForm(c)
    const id = c.req.param('id')!
    await act(c.var.db, viewerOf(c), id)
    return goTo(c, pathOf(id))
  })

// The address of a refused form stays in the bar: a reload leads back to the page.
for (const step of Object.keys(STEPS))
  translationRoutes.get(`/mgmt/:id/translation/${step}`, async (c) => {
    const { id } = await findDocument(c.var.db, viewerOf(c), c.req.param('id')!)
    return goTo(c, pathOf(id))
  })
