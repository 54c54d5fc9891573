import * as v from 'valibot'
import { DocumentName } from '#assembly/characters/document-name.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { usageKindOf, usesLeft } from '#modules/orders/index.ts'
import { libraryEdition } from '#modules/templates/index.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, type Problems, readForm, requireForm } from '#src/http/body.ts'
import { fragment, page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { findToEdit } from '../document.ts'
import { countSaved, listSaved, readSavedFilter, SAVED_PATH } from './list.ts'
import {
  deleteSaved,
  draftFromSaved,
  findSaved,
  renameSaved,
  restoreSaved,
  saveAsTemplate,
  savesLeft,
} from './saved-template.ts'
import { DeletionForm, RenameForm, SaveForm, UseForm } from './views/forms.tsx'
import { SavedList, SavedListPage } from './views/saved-list.tsx'
import { SavedTemplatePage } from './views/saved-template-page.tsx'

/** Saved templates: the list, the detail pages, and the actions. */
export const savedRoutes = routes()

const HOME = '/mgmt/my-templates'
const CURRENT = 'myDocs'

const translatorOf = (c: Ctx) => translate(c.var.locale)

/** My Templates, the tab of My Documents. */
export async function savedTab(c: Ctx) {
  const filter = readSavedFilter(c.req.query())
  const { deleted, restored } = c.req.query()
  const templates = await listSaved(c.var.db, viewerOf(c), filter)
  const count = await countSaved(c.var.db, viewerOf(c), filter, { deleted, restored })
  const props = { ...templates, ...count, filter }
  if (isFragmentRequest(c)) return fragment(c, <SavedList {...props} />)
  return page(c, <SavedListPage {...props} />, {
    title: translatorOf(c)('documents.tab.templates'),
    shell: 'mgmt',
    current: CURRENT,
    // The key contains the library's edition, because the page shows the titles of library templates.
    cacheKey: JSON.stringify([props, libraryEdition()]),
  })
}

const AnyForm = v.record(v.string(), v.string())
const SavedName = v.object({
  name: DocumentName,
  blanks: v.optional(v.picklist(['yes'], 'common.problem.format')),
  parties: v.optional(v.picklist(['yes'], 'common.problem.format')),
})

/** The message of an error that concerns the field of the name; rethrows other errors. */
function problemOf(c: Ctx, error: unknown, codes: ErrorCode[]): MessageKey {
  if (!(error instanceof AppError) || !codes.includes(error.code)) throw error
  logRefused(c, error)
  return error.words
}

async function savePage(c: Ctx, formState: FormState, status: 200 | 409 | 422 = 200) {
  const document = await findToEdit(c.var.db, viewerOf(c), c.req.param('id')!)
  const title = translatorOf(c)('documents.saved.save.title')
  const form = <SaveForm document={document} savesLeft={savesLeft(document)} {...formState} />
  return actionPage(c, { title, form, status, current: CURRENT })
}

savedRoutes.get('/mgmt/:id/save-as-template', async (c) => {
  const { name } = await findToEdit(c.var.db, viewerOf(c), c.req.param('id'))
  return savePage(c, { values: { name, blanks: 'yes' } })
})

savedRoutes.post('/mgmt/:id/save-as-template', async (c) => {
  const form = await readForm(c, SavedName)
  if (!form.ok) return savePage(c, form, 422)
  const { name, blanks, parties } = form.output
  const parts = { name, blanks: blanks === 'yes', parties: parties === 'yes' }
  try {
    const id = await saveAsTemplate(c.var.db, viewerOf(c), c.req.param('id'), parts)
    return goTo(c, `${HOME}/${id}?done=saved`)
  } catch (error) {
    const problem = problemOf(c, error, ['TEMPLATE_NAME_EXISTS', 'TEMPLATE_SAVE_LIMIT'])
    return savePage(c, { values: form.values, problems: { name: problem } }, 409)
  }
})

const DONE_ACTIONS = ['saved', 'renamed'] as const

savedRoutes.get(`${HOME}/:id`, async (c) => {
  const template = await findSaved(c.var.db, viewerOf(c), c.req.param('id'))
  const done = DONE_ACTIONS.find((one) => one === c.req.query('done'))
  const content = <SavedTemplatePage savedTemplate={template} done={done} />
  return page(c, content, { title: template.name, shell: 'mgmt', current: CURRENT })
})

savedRoutes.get(`${HOME}/:id/use`, async (c) => {
  const template = await findSaved(c.var.db, viewerOf(c), c.req.param('id'))
  requirePermission(viewerOf(c), 'document.create')
  const uses = await usesLeft(c.var.db, viewerOf(c), usageKindOf(template.template))
  const title = translatorOf(c)('documents.saved.use.title')
  return actionPage(c, { title, form: <UseForm saved={template} uses={uses} />, current: CURRENT })
})

savedRoutes.post(`${HOME}/:id/use`, async (c) => {
  await requireForm(c)
  return goTo(c, `/mgmt/${await draftFromSaved(c.var.db, viewerOf(c), c.req.param('id'))}/edit-doc`)
})

async function renamePage(c: Ctx, formState: FormState | null, status: 200 | 409 | 422 = 200) {
  const template = await findSaved(c.var.db, viewerOf(c), c.req.param('id')!)
  requirePermission(viewerOf(c), 'document.create')
  const title = translatorOf(c)('documents.saved.rename.title')
  const form = <RenameForm id={template.id} values={{ name: template.name }} {...formState} />
  return actionPage(c, { title, form, status, current: CURRENT })
}

savedRoutes.get(`${HOME}/:id/name`, (c) => renamePage(c, null))

savedRoutes.post(`${HOME}/:id/name`, async (c) => {
  const form = await readForm(c, v.object({ name: DocumentName }))
  if (!form.ok) return renamePage(c, form, 422)
  const id = c.req.param('id')
  try {
    await renameSaved(c.var.db, viewerOf(c), id, form.output.name)
    return goTo(c, `${HOME}/${id}?done=renamed`)
  } catch (error) {
    const problems: Problems = { name: problemOf(c, error, ['TEMPLATE_NAME_EXISTS']) }
    return renamePage(c, { values: form.values, problems }, 409)
  }
})

savedRoutes.get(`${HOME}/:id/deletion`, async (c) => {
  const template = await findSaved(c.var.db, viewerOf(c), c.req.param('id'))
  requirePermission(viewerOf(c), 'document.create')
  const title = translatorOf(c)('documents.saved.deletion.title')
  return actionPage(c, { title, form: <DeletionForm saved={template} />, current: CURRENT })
})

savedRoutes.post(`${HOME}/:id/deletion`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  await deleteSaved(c.var.db, viewerOf(c), id)
  return goTo(c, `${SAVED_PATH}&deleted=${id}`)
})

savedRoutes.post(`${HOME}/:id/restoration`, async (c) => {
  await readForm(c, AnyForm)
  const id = c.req.param('id')
  await restoreSaved(c.var.db, viewerOf(c), id)
  return goTo(c, `${SAVED_PATH}&restored=${id}`)
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
savedRoutes.get(`${HOME}/:id/restoration`, (c) => goTo(c, SAVED_PATH))
