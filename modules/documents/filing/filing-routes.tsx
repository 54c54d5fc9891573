import { Readable } from 'node:stream'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { AnyForm, type FormState, readForm, requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { documentTable } from '../list/csv.ts'
import { listPath, readFilter } from '../list/filter.ts'
import { fileDocuments, NO_CHANGE } from './file-documents.ts'
import type { FilingAction } from './filed.ts'
import { LabelForm, readFiling, ViewForm } from './forms.ts'
import { addLabel, changeLabel, findLabel, listLabels, removeLabel, requireFiler } from './label.ts'
import { listViews, removeView, saveView } from './saved-view.ts'
import { chosenDocuments, readSelection, type Selection } from './selection.ts'
import { ChosenPage } from './views/chosen-page.tsx'
import { FilingPage } from './views/filing-page.tsx'
import { LabelChangeForm, LabelRemovalForm, ViewSavingForm } from './views/label-forms.tsx'

/** The pages of folders, tags, archived documents and saved views. */
export const filingRoutes = routes()

const HOME = '/mgmt/filing'
const LIST_PATH = '/mgmt/my-docs'
const CURRENT = 'myDocs'
const CSV = 'text/csv; charset=utf-8'
const translatorOf = (c: Ctx) => translate(c.var.locale)
const idOf = (c: Ctx) => c.req.param('id')!

/** The form's state for a name in use, or when the maximum is reached; rethrows other errors. */
function formStateOf(c: Ctx, error: unknown, values: FormState['values']): FormState {
  if (!(error instanceof AppError)) throw error
  if (error.code !== 'FILING_NAME_EXISTS' && error.code !== 'INVALID_FIELD') throw error
  logRefused(c, error)
  return { values, problems: { name: error.words }, details: error.details }
}

async function filingPage(c: Ctx, newLabelForm: FormState = {}, status: 200 | 422 = 200) {
  const labels = await listLabels(c.var.db, viewerOf(c))
  const views = await listViews(c.var.db, viewerOf(c))
  const content = <FilingPage labels={labels} views={views} newLabelForm={newLabelForm} />
  const title = translatorOf(c)('documents.filing.title')
  return page(c, content, { title, shell: 'mgmt', current: CURRENT, status })
}

filingRoutes.get(HOME, (c) => filingPage(c))

filingRoutes.post(`${HOME}/labels`, async (c) => {
  const form = await readForm(c, LabelForm)
  requireFiler(viewerOf(c))
  if (!form.ok) return filingPage(c, form, 422)
  const { kind, ...fields } = form.output
  try {
    await addLabel(c.var.db, viewerOf(c), kind, fields)
  } catch (error) {
    return filingPage(c, formStateOf(c, error, form.values), 422)
  }
  return goTo(c, HOME)
})
// Redirects, because the address of a refused form may be reloaded or opened in another language.
filingRoutes.get(`${HOME}/labels`, (c) => goTo(c, HOME))

function changePage(c: Ctx, id: string, form: FormState, status: 200 | 422 = 200) {
  const title = translatorOf(c)('documents.filing.change')
  return actionPage(c, { title, form: <LabelChangeForm id={id} {...form} />, status, current: CURRENT })
}

filingRoutes.get(`${HOME}/labels/:id`, async (c) => {
  const { id, ...values } = await findLabel(c.var.db, viewerOf(c), idOf(c))
  requireFiler(viewerOf(c))
  return changePage(c, id, { values })
})

filingRoutes.post(`${HOME}/labels/:id`, async (c) => {
  const form = await readForm(c, LabelForm)
  const { id, kind } = await findLabel(c.var.db, viewerOf(c), idOf(c))
  requireFiler(viewerOf(c))
  if (!form.ok) return changePage(c, id, { ...form, values: { ...form.values, kind } }, 422)
  try {
    const { name, colour } = form.output
    await changeLabel(c.var.db, viewerOf(c), id, { name, colour })
  } catch (error) {
    return changePage(c, id, formStateOf(c, error, { ...form.values, kind }), 422)
  }
  return goTo(c, HOME)
})

filingRoutes.get(`${HOME}/labels/:id/removal`, async (c) => {
  const label = await findLabel(c.var.db, viewerOf(c), idOf(c))
  requireFiler(viewerOf(c))
  const title = translatorOf(c)(`documents.filing.removal.${label.kind}`)
  return actionPage(c, { title, form: <LabelRemovalForm label={label} />, current: CURRENT })
})

filingRoutes.post(`${HOME}/labels/:id/removal`, async (c) => {
  await requireForm(c)
  await removeLabel(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, HOME)
})

/** Redirects to the list, with a notice of the action. */
function goToList(c: Ctx, { filter }: Selection, { step, count }: FilingAction) {
  const path = listPath(filter, { after: filter.after, before: filter.before })
  return goTo(c, `${path}${path.includes('?') ? '&' : '?'}step=${step}&count=${count}`)
}

/** The form for the chosen documents; with a problem when none are chosen, or too many. */
async function chosenPage(c: Ctx, selection: Selection, problem?: AppError, values = {}) {
  const viewer = viewerOf(c)
  // Throws NOT_FOUND for another customer's document before the permission is checked.
  if (!c.req.param('id')) requireFiler(viewer)
  let count = 0
  let reason = problem
  try {
    count = (await chosenDocuments(c.var.db, viewer, selection)).length
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_FIELD') throw error
    if (c.req.param('id')) notFound()
    reason ??= error
  }
  requireFiler(viewer)
  const labels = count ? await listLabels(c.var.db, viewer) : []
  const content = (
    <ChosenPage
      selection={selection}
      count={count}
      labels={labels}
      problem={reason?.words}
      details={reason?.details}
      values={values}
    />
  )
  const title = translatorOf(c)('documents.filing.chosen')
  return page(c, content, {
    title,
    shell: 'mgmt',
    current: CURRENT,
    status: reason && c.req.method === 'POST' ? 422 : 200,
  })
}

filingRoutes.get(`${HOME}/chosen`, (c) => chosenPage(c, readSelection(c.req.query())))

/** The limit for files that one person downloads. */
const DOWNLOADS = { name: 'documents-csv', points: 60, per: 3600 }

filingRoutes.get(`${LIST_PATH}/documents.csv`, async (c) => {
  await consumePoint(DOWNLOADS, viewerOf(c).id)
  const table = documentTable(c.var.db, viewerOf(c), readFilter(c.req.query()), c.var.locale)
  const name = translatorOf(c)('documents.myDocs')
  return sendAttachment(c, `${name}.csv`, CSV, Readable.toWeb(Readable.from(table)) as ReadableStream)
})

/** The form for one document, opened from its menu. */
filingRoutes.get('/mgmt/:id/filing', (c) => chosenPage(c, readSelection({ [`document-${idOf(c)}`]: 'yes' })))

filingRoutes.post(`${HOME}/chosen`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const selection = readSelection(values)
  try {
    const count = await fileDocuments(c.var.db, viewerOf(c), selection, readFiling(values))
    return goToList(c, selection, { step: 'file', count })
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_FIELD')
      return chosenPage(c, selection, error, values)
    throw error
  }
})

for (const step of ['archive', 'unarchive'] as const) {
  filingRoutes.post(`${HOME}/${step}`, async (c) => {
    const { values } = await readForm(c, AnyForm)
    const selection = readSelection(values)
    const filing = { ...NO_CHANGE, archived: step === 'archive' ? ('yes' as const) : ('no' as const) }
    try {
      const count = await fileDocuments(c.var.db, viewerOf(c), selection, filing)
      return goToList(c, selection, { step, count })
    } catch (error) {
      if (error instanceof AppError && error.code === 'INVALID_FIELD') return chosenPage(c, selection, error)
      throw error
    }
  })
  filingRoutes.get(`${HOME}/${step}`, (c) => goTo(c, LIST_PATH))
}

function savingPage(c: Ctx, form: FormState, status: 200 | 422 = 200) {
  const title = translatorOf(c)('documents.views.save')
  return actionPage(c, { title, form: <ViewSavingForm {...form} />, status, current: CURRENT })
}

filingRoutes.get(`${HOME}/views/new`, (c) =>
  savingPage(c, { values: { query: new URLSearchParams(c.req.query()).toString() } }),
)

filingRoutes.post(`${HOME}/views`, async (c) => {
  const form = await readForm(c, ViewForm)
  if (!form.ok) return savingPage(c, form, 422)
  const filter = readFilter(Object.fromEntries(new URLSearchParams(form.output.query)))
  try {
    await saveView(c.var.db, viewerOf(c), form.output.name, filter)
  } catch (error) {
    return savingPage(c, formStateOf(c, error, form.values), 422)
  }
  return goTo(c, listPath(filter))
})
filingRoutes.get(`${HOME}/views`, (c) => goTo(c, HOME))

filingRoutes.post(`${HOME}/views/:id/removal`, async (c) => {
  await requireForm(c)
  await removeView(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, HOME)
})
