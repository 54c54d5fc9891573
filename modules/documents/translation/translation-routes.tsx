import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { config } from '#src/core/config.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm, requireForm } from '#src/http/body.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { findDocument } from '../document.ts'
import { outgoingOf } from './outgoing.ts'
import { findProgress } from './progress.ts'
import { cancelTranslation, startTranslation, translationOf, undoTranslation } from './translation.ts'
import { TranslationPage, TranslationProgress } from './views/translation-page.tsx'

/** AI translation of a draft: one page for start, progress and result. */
export const translationRoutes = routes()

const Scope = v.object({
  scope: v.optional(v.picklist(['open', 'everything']), 'open'),
  /** The version whose texts the page listed. */
  version: v.optional(v.string()),
})

const pathOf = (id: string) => `/mgmt/${id}/translation`

translationRoutes.get('/mgmt/:id/translation', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id'))
  requirePermission(viewerOf(c), 'document.create')
  const state = translationOf(document)
  const { last, known } = await findProgress(c.var.db, document, state.units)
  const canStart = config.translation && !state.obstacle && last?.state !== 'running'
  const outgoing = canStart ? outgoingOf(document, state.units, known) : null
  const isOutdated = c.req.query('outdated') !== undefined
  const props = { document, last, outgoing, isOutdated, ...state }
  if (isFragmentRequest(c)) return fragment(c, <TranslationProgress {...props} />)
  const title = translate(c.var.locale)('documents.translation.title')
  return page(c, <TranslationPage {...props} />, { title, shell: 'mgmt', current: 'myDocs' })
})

translationRoutes.post('/mgmt/:id/translation', async (c) => {
  const form = await readForm(c, Scope)
  const id = c.req.param('id')
  const { scope, version } = form.ok ? form.output : {}
  const isComplete = scope === 'everything'
  if (version !== undefined) {
    const document = await findDocument(c.var.db, viewerOf(c), id)
    if (version !== String(document.version)) return goTo(c, `${pathOf(id)}?outdated=yes`)
  }
  return takeStep(c, id, () => startTranslation(c.var.db, viewerOf(c), id, isComplete))
})

/** Redirects to the page that shows the state, even if the step came too late or twice. */
async function takeStep(c: Ctx, id: string, step: () => Promise<void>) {
  try {
    await step()
  } catch (error) {
    if (!(error instanceof AppError && LATE_ERRORS.has(error.code)) || wantsJson(c)) throw error
  }
  return goTo(c, pathOf(id))
}

const LATE_ERRORS: ReadonlySet<ErrorCode> = new Set(['TRANSLATION_IN_PROGRESS', 'TRANSLATION_STATUS_WRONG'])

const STEPS = { cancellation: cancelTranslation, undoing: undoTranslation }

for (const [step, act] of Object.entries(STEPS))
  translationRoutes.post(`/mgmt/:id/translation/${step}`, async (c) => {
    await requireForm(c)
    const id = c.req.param('id')!
    return takeStep(c, id, () => act(c.var.db, viewerOf(c), id))
  })

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const step of Object.keys(STEPS))
  translationRoutes.get(`/mgmt/:id/translation/${step}`, async (c) => {
    const { id } = await findDocument(c.var.db, viewerOf(c), c.req.param('id')!)
    return goTo(c, pathOf(id))
  })
