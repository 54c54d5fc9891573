import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { usesLeft } from '#modules/orders/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm, readJson, type Values } from '#src/http/body.ts'
import { answer, refusal } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { adoptionRoutes } from './adoption/adoption-routes.tsx'
import { SaveSchema } from './answers-schema.ts'
import { archiveRoutes } from './archives/archive-routes.tsx'
import type { Template } from './assembly/template/template.ts'
import { listActions } from './audit-log.ts'
import { consultationRoutes, consultTab } from './consultations/consultation-routes.tsx'
import { deskConsultationRoutes } from './consultations/desk-consultation-routes.tsx'
import { renameDocument } from './document.ts'
import { DocumentName } from './document-name.ts'
import { createDocument, usageKindOf } from './drafts/create.ts'
import { draftRoutes } from './drafts/draft-routes.tsx'
import { findWithCopies } from './drafts/relations.ts'
import { isLapsed } from './drafts/validity.ts'
import { downloadRoutes } from './final/download-routes.tsx'
import { finaliseDocument } from './final/finalise.ts'
import { importInstead, importRoutes } from './imports/import-routes.tsx'
import { importTab, uploadRoutes } from './imports/upload-routes.tsx'
import { lastSigningIn } from './last-signing.ts'
import { findTemplate, searchTemplates, templateCategories } from './library.ts'
import { readFilter } from './list/filter.ts'
import { countDocuments, listDocuments } from './list/list.ts'
import './list/search-index.ts'
import { logRoutes } from './log/log-routes.tsx'
import { printRoutes } from './print/print-routes.tsx'
import { publishingRoutes } from './publishing/publishing-routes.tsx'
import { saveAnswers } from './save.ts'
import { savedRoutes, savedTab } from './saved/saved-routes.tsx'
import { isFinal } from './status.ts'
import { memoryRoutes } from './tmx/memory-routes.tsx'
import { translationRoutes } from './translation/translation-routes.tsx'
import { versionRoutes } from './versions/version-routes.tsx'
import { DocLibPage } from './views/doc-lib-page.tsx'
import { DocumentList } from './views/document-list.tsx'
import { MyDocsPage } from './views/my-docs-page.tsx'
import { NewDocPage, TemplateChoice, TemplateDetail } from './views/new-doc-page.tsx'
import { ViewDocPage } from './views/view-doc-page.tsx'

export const documentRoutes = routes()

documentRoutes.route('/', draftRoutes)
documentRoutes.route('/', savedRoutes)
documentRoutes.route('/', translationRoutes)
documentRoutes.route('/', uploadRoutes)
documentRoutes.route('/', importRoutes)
documentRoutes.route('/', logRoutes)
documentRoutes.route('/', versionRoutes)
documentRoutes.route('/', adoptionRoutes)
documentRoutes.route('/', printRoutes)
documentRoutes.route('/', consultationRoutes)
documentRoutes.route('/', deskConsultationRoutes)
documentRoutes.route('/', downloadRoutes)
documentRoutes.route('/', archiveRoutes)
documentRoutes.route('/', memoryRoutes)
documentRoutes.route('/', publishingRoutes)

const words = (c: Ctx) => translate(c.var.locale)

documentRoutes.get('/mgmt/my-docs', async (c) => {
  if (c.req.query('tab') === 'templates') return savedTab(c)
  const filter = readFilter(c.req.query())
  const { deleted, restored } = c.req.query()
  const listed = await listDocuments(c.var.db, viewerOf(c), filter, c.var.locale)
  const count = await countDocuments(c.var.db, viewerOf(c), filter, { deleted, restored })
  const props = { ...listed, ...count, filter }
  if (isFragmentRequest(c)) return fragment(c, <DocumentList {...props} />)
  return page(c, <MyDocsPage {...props} />, {
    title: words(c)('common.menu.myDocs'),
    shell: 'mgmt',
    current: 'myDocs',
    reads: JSON.stringify(props),
  })
})

documentRoutes.get('/mgmt/doc-lib', (c) => {
  const filter = { keyword: c.req.query('keyword') ?? '', category: c.req.query('category') ?? '' }
  const content = (
    <DocLibPage templates={searchTemplates(filter)} categories={templateCategories()} filter={filter} />
  )
  return page(c, content, { title: words(c)('common.menu.docLib'), shell: 'mgmt', current: 'docLib' })
})

documentRoutes.get('/mgmt/new-doc', async (c) => {
  if (c.req.query('tab') === 'IMPORT_DOC') return importTab(c)
  if (c.req.query('tab') === 'CONSULT_SELECT') return consultTab(c)
  return newDocPage(c, c.req.query())
})

/** With what was chosen, and why no document was made of it. */
async function newDocPage(c: Ctx, asked: Values, refused?: AppError) {
  requirePermission(viewerOf(c), 'document.create')
  const filter = { keyword: asked.keyword ?? '', category: asked.category ?? '' }
  const { chosen, error } = asked.template ? chosenOf(asked.template) : { chosen: null }
  const problem = error ?? refused
  if (problem) logRefused(c, problem)
  const uses = chosen && (await usesLeft(c.var.db, viewerOf(c), usageKindOf(chosen)))
  const listed = { templates: searchTemplates(filter), categories: templateCategories(), filter }
  const props = { ...listed, chosen, uses, values: asked, problem: problem?.words }
  if (isFragmentRequest(c))
    return fragment(
      c,
      chosen && uses ? (
        <TemplateDetail {...props} template={chosen} uses={uses} />
      ) : (
        <TemplateChoice {...props} />
      ),
    )
  const status = problem ? (problem.status as 404 | 409 | 410) : 200
  return page(c, <NewDocPage {...props} />, { title: words(c)('documents.newDoc'), shell: 'bare', status })
}

/** Who comes by an old link, or a page from before it was retired, chooses another. */
function chosenOf(code: string): { chosen: Template | null; error?: AppError } {
  try {
    return { chosen: findTemplate(code) }
  } catch (error) {
    if (error instanceof AppError) return { chosen: null, error }
    throw error
  }
}

const NewDocument = v.object({
  template: v.pipe(v.string(), v.maxLength(64)),
  version: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)),
  language: v.picklist(['zh-Hans', 'zh-Hant', 'en']),
  bilingual: v.picklist(['yes', 'no']),
  script: v.optional(v.picklist(['Hans', 'Hant']), 'Hans'),
  // Which list it was chosen from.
  keyword: v.optional(v.string()),
  category: v.optional(v.string()),
})

/** The page showed a library of before. */
const STALE = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_DEACTIVATED', 'TEMPLATE_UPDATED']

documentRoutes.post('/mgmt/new-doc', async (c) => {
  const form = await readForm(c, NewDocument)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: Object.keys(form.problems)[0] ?? '' })
  const { language, bilingual, version, script } = form.output
  const languages = {
    primary: language === 'en' ? ('en' as const) : ('zh' as const),
    bilingual: bilingual === 'yes',
    script: language === 'en' ? script : language === 'zh-Hant' ? ('Hant' as const) : ('Hans' as const),
  }
  try {
    const template = findTemplate(form.output.template)
    const id = await createDocument(c.var.db, viewerOf(c), template, { version, languages })
    return goTo(c, `/mgmt/${id}/edit-doc`)
  } catch (error) {
    if (!(error instanceof AppError) || !STALE.includes(error.code)) throw error
    return newDocPage(c, form.values, error)
  }
})

documentRoutes.put('/mgmt/:id/answers', async (c) => {
  const saved = await saveAnswers(c.var.db, viewerOf(c), c.req.param('id'), await readJson(c, SaveSchema))
  if ('conflict' in saved) return refusal(c, new AppError('DOCUMENT_CONFLICT'), saved.conflict)
  return answer(c, saved)
})

const Rename = v.object({ name: DocumentName, number: DocumentName })

documentRoutes.put('/mgmt/:id/name', async (c) => {
  await renameDocument(c.var.db, viewerOf(c), c.req.param('id'), await readJson(c, Rename))
  return answer(c, null)
})

/** With a field for each finding that is confirmed. */
const Finalisation = v.objectWithRest(
  { version: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)) },
  v.string(),
)

documentRoutes.post('/mgmt/:id/finalisation', async (c) => {
  const form = await readForm(c, Finalisation)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: 'version' })
  const meant = Object.keys(form.output).filter((name) => name.startsWith('meant-'))
  await finaliseDocument(c.var.db, viewerOf(c), c.req.param('id'), form.output.version, meant)
  return goTo(c, `/mgmt/${c.req.param('id')}/view-doc`)
})

documentRoutes.get('/mgmt/:id/view-doc', async (c) => {
  const document = await findWithCopies(c.var.db, viewerOf(c), c.req.param('id')).catch((error) =>
    importInstead(c, error),
  )
  if (document instanceof Response) return document
  const actions = document.status === 'draft' ? [] : await listActions(c.var.db, document.id)
  const lapsed = !isFinal(document.status) && isLapsed(document, viewerOf(c))
  const content = <ViewDocPage document={document} lastSigning={lastSigningIn(actions)} lapsed={lapsed} />
  return page(c, content, { title: document.name, shell: 'mgmt', current: 'myDocs' })
})
