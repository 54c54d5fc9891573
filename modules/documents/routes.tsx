import * as v from 'valibot'
import { DocumentName } from '#assembly/characters/document-name.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm, readJson } from '#src/http/body.ts'
import { answer, refusal } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { adoptionRoutes } from './adoption/adoption-routes.tsx'
import { SaveSchema } from './answers-schema.ts'
import { archiveRoutes } from './archives/archive-routes.tsx'
import { listActions } from './audit-log.ts'
import { bankRoutes } from './clause-bank/bank-routes.tsx'
import { renameDocument } from './document.ts'
import { draftRoutes } from './drafts/draft-routes.tsx'
import { findWithCopies } from './drafts/relations.ts'
import { isLapsed, validityOf } from './drafts/validity.ts'
import { readFilingAction } from './filing/filed.ts'
import { filingRoutes } from './filing/filing-routes.tsx'
import { downloadRoutes } from './final/download-routes.tsx'
import { finaliseDocument } from './final/finalise.ts'
import { redirectToImport } from './import-redirect.ts'
import { lastSigningIn } from './last-signing.ts'
import { readFilter } from './list/filter.ts'
import { findMyDocuments, listDocuments } from './list/list.ts'
import './list/search-index.ts'
import { logRoutes } from './log/log-routes.tsx'
import { printRoutes } from './print/print-routes.tsx'
import { riskRoutes } from './risks/risk-routes.tsx'
import { saveAnswers } from './save.ts'
import { savedRoutes, savedTab } from './saved/saved-routes.tsx'
import { secondReadingRoutes } from './second-reading/second-reading-routes.tsx'
import { isFinal } from './status.ts'
import { memoryRoutes } from './tmx/memory-routes.tsx'
import { translationRoutes } from './translation/translation-routes.tsx'
import { versionRoutes } from './versions/version-routes.tsx'
import { DocumentList } from './views/document-list.tsx'
import { MyDocsPage } from './views/my-docs-page.tsx'
import { ViewDocPage } from './views/view-doc-page.tsx'

export const documentRoutes = routes()

documentRoutes.route('/', draftRoutes)
documentRoutes.route('/', savedRoutes)
documentRoutes.route('/', translationRoutes)
documentRoutes.route('/', secondReadingRoutes)
documentRoutes.route('/', logRoutes)
documentRoutes.route('/', versionRoutes)
documentRoutes.route('/', adoptionRoutes)
documentRoutes.route('/', printRoutes)
documentRoutes.route('/', riskRoutes)
documentRoutes.route('/', bankRoutes)
documentRoutes.route('/', downloadRoutes)
documentRoutes.route('/', archiveRoutes)
documentRoutes.route('/', filingRoutes)
documentRoutes.route('/', memoryRoutes)

const translatorOf = (c: Ctx) => translate(c.var.locale)

documentRoutes.get('/mgmt/my-docs', async (c) => {
  if (c.req.query('tab') === 'templates') return savedTab(c)
  const filter = readFilter(c.req.query())
  const { deleted, restored } = c.req.query()
  if (isFragmentRequest(c)) {
    const documents = await listDocuments(c.var.db, viewerOf(c), filter, c.var.locale)
    return fragment(c, <DocumentList {...documents} filter={filter} />)
  }
  const documents = await findMyDocuments(c.var.db, viewerOf(c), filter, c.var.locale, { deleted, restored })
  const props = { ...documents, filter, filed: readFilingAction(c.req.query()) }
  return page(c, <MyDocsPage {...props} />, {
    title: translatorOf(c)('common.menu.myDocs'),
    shell: 'mgmt',
    current: 'myDocs',
    cacheKey: JSON.stringify(props),
  })
})

documentRoutes.put('/mgmt/:id/answers', async (c) => {
  const result = await saveAnswers(c.var.db, viewerOf(c), c.req.param('id'), await readJson(c, SaveSchema))
  if ('conflict' in result) return refusal(c, new AppError('DOCUMENT_CONFLICT'), result.conflict)
  return answer(c, result)
})

const RenameForm = v.object({ name: DocumentName, number: DocumentName })

documentRoutes.put('/mgmt/:id/name', async (c) => {
  await renameDocument(c.var.db, viewerOf(c), c.req.param('id'), await readJson(c, RenameForm))
  return answer(c, null)
})

/** The form has an additional field for each confirmed point. */
const Finalisation = v.objectWithRest(
  { version: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)) },
  v.string(),
)

documentRoutes.post('/mgmt/:id/finalisation', async (c) => {
  const form = await readForm(c, Finalisation)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: 'version' })
  const { version, ...confirmations } = form.output
  await finaliseDocument(c.var.db, viewerOf(c), c.req.param('id'), version, confirmations)
  return goTo(c, `/mgmt/${c.req.param('id')}/view-doc`)
})

documentRoutes.get('/mgmt/:id/view-doc', async (c) => {
  const document = await findWithCopies(c.var.db, viewerOf(c), c.req.param('id')).catch((error) =>
    redirectToImport(c, error),
  )
  if (document instanceof Response) return document
  const actions = document.status === 'draft' ? [] : await listActions(c.var.db, document.id)
  const lapsed = !isFinal(document.status) && isLapsed(document, viewerOf(c))
  const validity = validityOf(document, viewerOf(c))
  const lastSigning = lastSigningIn(actions)
  const content = (
    <ViewDocPage document={document} lastSigning={lastSigning} lapsed={lapsed} validity={validity} />
  )
  return page(c, content, { title: document.name, shell: 'mgmt', current: 'myDocs' })
})
