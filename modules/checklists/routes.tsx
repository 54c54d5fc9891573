import { requirePermission } from '#modules/accounts/index.ts'
import { findImport, importToDraw } from '#modules/imports/index.ts'
import { libraryTemplates } from '#modules/templates/index.ts'
import { notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { fragment, page } from '#src/http/page.tsx'
import { boxesToShow, picturesAt } from '#src/http/pictures/page-picture.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import {
  answerPoint,
  beginChecklist,
  ChoiceForm,
  findChecklist,
  PointForm,
  progressOf,
  removeChecklist,
} from './checklist.ts'
import { ChecklistPage } from './views/checklist-page.tsx'
import { ChoicePage } from './views/choice-page.tsx'
import { ProgressLine } from './views/progress-line.tsx'
import { RemovalForm } from './views/removal-form.tsx'
import { SummaryPage } from './views/summary-page.tsx'

/** The pages for reading a PDF from others point by point. */
export const checklistRoutes = routes()

const HOME = '/mgmt/:id/checklist'
const CURRENT = 'myDocs'
const idOf = (c: Ctx) => c.req.param('id')!
const pathOf = (c: Ctx) => `/mgmt/${idOf(c)}/checklist`

interface RefusedForms {
  choice?: FormState
  /** The point whose answer was refused, with the answer as it was typed. */
  point?: { values: Record<string, string>; problem?: MessageKey }
  status?: 422
}

async function checklistPage(c: Ctx, { choice, point, status }: RefusedForms = {}) {
  const importedPdf = await findImport(c.var.db, viewerOf(c), idOf(c))
  const list = await findChecklist(c.var.db, viewerOf(c), importedPdf.id)
  const title = translate(c.var.locale)('checklists.titleOf', { document: importedPdf.name })
  const frame = { title, shell: 'mgmt', current: CURRENT, status } as const
  if (!list)
    return page(c, <ChoicePage document={importedPdf} templates={libraryTemplates()} form={choice} />, frame)
  const path = `/mgmt/${importedPdf.id}`
  const pdf = {
    src: `${path}/imported.pdf`,
    pictures: picturesAt(path, importedPdf.sha256),
    boxes: await boxesToShow(importToDraw(c.var.db, importedPdf), importedPdf.pages),
  }
  const content = <ChecklistPage list={list} pdf={pdf} refused={point} />
  return page(c, content, { ...frame, scripts: ['views/scripts/pdf-viewer/pdf-viewer.ts'] })
}

checklistRoutes.get(HOME, (c) => checklistPage(c))

/**
 * Throws unless the viewer may edit the checklist: showing a refused form again must neither bypass the
 * permission nor reveal that a document exists.
 */
async function requireEditable(c: Ctx) {
  await findImport(c.var.db, viewerOf(c), idOf(c))
  requirePermission(viewerOf(c), 'document.create')
}

checklistRoutes.post(HOME, async (c) => {
  const form = await readForm(c, ChoiceForm)
  if (!form.ok) {
    await requireEditable(c)
    return checklistPage(c, { choice: form, status: 422 })
  }
  await beginChecklist(c.var.db, viewerOf(c), idOf(c), form.output.template)
  return goTo(c, pathOf(c))
})

/** With script each answer is saved when it is entered; the page then shows the progress. */
checklistRoutes.post(`${HOME}/points`, async (c) => {
  const form = await readForm(c, PointForm)
  if (!form.ok) {
    await requireEditable(c)
    const [problem] = Object.values(form.problems)
    return checklistPage(c, { point: { values: form.values, problem }, status: 422 })
  }
  await answerPoint(c.var.db, viewerOf(c), idOf(c), form.output)
  if (!isFragmentRequest(c)) return goTo(c, `${pathOf(c)}#point-${form.output.point}`)
  const list = (await findChecklist(c.var.db, viewerOf(c), idOf(c))) ?? notFound()
  return fragment(c, <ProgressLine progress={progressOf(list)} isSaved />)
})
// Redirects, because the address of a refused form may be reloaded or opened in another language.
checklistRoutes.get(`${HOME}/points`, async (c) => {
  await findImport(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, pathOf(c))
})

checklistRoutes.get(`${HOME}/summary`, async (c) => {
  const list = await findChecklist(c.var.db, viewerOf(c), idOf(c))
  if (!list) notFound()
  const title = translate(c.var.locale)('checklists.summary.titleOf', { document: list.name })
  return page(c, <SummaryPage list={list} />, {
    title,
    shell: 'bare',
    scripts: ['views/scripts/print-script.ts'],
  })
})

checklistRoutes.get(`${HOME}/removal`, async (c) => {
  const list = (await findChecklist(c.var.db, viewerOf(c), idOf(c))) ?? notFound()
  requirePermission(viewerOf(c), 'document.create')
  const title = translate(c.var.locale)('checklists.removal.title')
  return actionPage(c, { title, form: <RemovalForm list={list} />, current: CURRENT })
})

checklistRoutes.post(`${HOME}/removal`, async (c) => {
  await requireForm(c)
  await removeChecklist(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, pathOf(c))
})
