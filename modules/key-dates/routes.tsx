import { wordsIn } from '#assembly/template/words-in.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { findHeading } from '#modules/documents/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { calendarFile } from './calendar-file.ts'
import { signedOnPaper } from './compute.ts'
import { KeyDateForm, PaperForm } from './forms.ts'
import {
  addKeyDate,
  changeKeyDate,
  datesOf,
  findKeyDate,
  findRemovable,
  removeKeyDate,
  tickKeyDate,
} from './key-date.ts'
import { listDates, openDates, readFilter } from './list.ts'
import { ChangeForm, RemovalForm } from './views/date-forms.tsx'
import { DateList } from './views/date-list.tsx'
import { DocumentDatesPage } from './views/document-dates-page.tsx'
import { KeyDatesPage } from './views/key-dates-page.tsx'

export const keyDateRoutes = routes()

const HOME = '/mgmt/key-dates'
const CURRENT = 'myDocs'
const CALENDAR = 'text/calendar; charset=utf-8'
const translatorOf = (c: Ctx) => translate(c.var.locale)
const idOf = (c: Ctx) => c.req.param('id')!

keyDateRoutes.get(HOME, async (c) => {
  const filter = readFilter(c.req.query())
  const props = { ...(await listDates(c.var.db, viewerOf(c), filter)), filter }
  if (isFragmentRequest(c)) return fragment(c, <DateList {...props} />)
  const title = translatorOf(c)('keyDates.title')
  return page(c, <KeyDatesPage {...props} />, { title, shell: 'mgmt', current: CURRENT })
})

keyDateRoutes.get(`${HOME}/key-dates.ics`, async (c) => {
  const title = translatorOf(c)('keyDates.title')
  const file = calendarFile(await openDates(c.var.db, viewerOf(c)), title, c.var.locale)
  return sendAttachment(c, 'key-dates.ics', CALENDAR, file)
})

keyDateRoutes.get(`${HOME}/:id/date.ics`, async (c) => {
  const date = await findKeyDate(c.var.db, viewerOf(c), idOf(c))
  const name = wordsIn(date.label, c.var.locale)
  return sendAttachment(c, `${date.day}.ics`, CALENDAR, calendarFile([date], name, c.var.locale))
})

interface RefusedForms {
  added?: FormState
  paper?: FormState
  status?: 409 | 422
}

/** The dates of one document, with the forms that add dates. */
async function documentPage(c: Ctx, { added, paper, status }: RefusedForms = {}) {
  const document = await findHeading(c.var.db, viewerOf(c), idOf(c))
  const dates = await datesOf(c.var.db, viewerOf(c), document.id)
  const content = <DocumentDatesPage document={document} dates={dates} added={added} paper={paper} />
  const title = translatorOf(c)('keyDates.titleOf', { document: document.name })
  return page(c, content, { title, shell: 'mgmt', current: CURRENT, status })
}

keyDateRoutes.get('/mgmt/:id/key-dates', (c) => documentPage(c))

const pathOf = (documentId: string) => `/mgmt/${documentId}/key-dates`

keyDateRoutes.post('/mgmt/:id/key-dates', async (c) => {
  const form = await readForm(c, KeyDateForm)
  if (!form.ok) {
    await requireEditable(c)
    return documentPage(c, { added: form, status: 422 })
  }
  try {
    await addKeyDate(c.var.db, viewerOf(c), idOf(c), form.output)
    return goTo(c, pathOf(idOf(c)))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'KEY_DATES_FULL') throw error
    logRefused(c, error)
    const problems = { label: error.words }
    return documentPage(c, { added: { values: form.values, problems, details: error.details }, status: 409 })
  }
})

/** Checks the permission, which a refused form must not bypass. */
async function requireEditable(c: Ctx) {
  await findHeading(c.var.db, viewerOf(c), idOf(c))
  requirePermission(viewerOf(c), 'document.create')
}

keyDateRoutes.post('/mgmt/:id/key-dates/paper', async (c) => {
  const form = await readForm(c, PaperForm)
  if (!form.ok) {
    await requireEditable(c)
    return documentPage(c, { paper: form, status: 422 })
  }
  await signedOnPaper(c.var.db, viewerOf(c), idOf(c), form.output.signed)
  return goTo(c, pathOf(idOf(c)))
})
// Redirects, because the address of a refused form may be reloaded or opened in another language.
keyDateRoutes.get('/mgmt/:id/key-dates/paper', async (c) => {
  await findHeading(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, pathOf(idOf(c)))
})

function changePage(c: Ctx, id: string, isOwn: boolean, form: FormState, status: 200 | 422 = 200) {
  const title = translatorOf(c)('keyDates.change.title')
  const content = <ChangeForm id={id} isOwn={isOwn} {...form} />
  return actionPage(c, { title, form: content, status, current: CURRENT })
}

keyDateRoutes.get(`${HOME}/:id`, async (c) => {
  const date = await findKeyDate(c.var.db, viewerOf(c), idOf(c))
  requirePermission(viewerOf(c), 'document.create')
  const { day, kind, remind, label, source, document_id: document } = date
  const values = { label: wordsIn(label, c.var.locale), day, kind, remind: String(remind), document }
  return changePage(c, date.id, source === null, { values })
})

keyDateRoutes.post(`${HOME}/:id`, async (c) => {
  const form = await readForm(c, KeyDateForm)
  const { id, source, document_id } = await findKeyDate(c.var.db, viewerOf(c), idOf(c))
  requirePermission(viewerOf(c), 'document.create')
  if (!form.ok) {
    const values = { ...form.values, document: document_id }
    return changePage(c, id, source === null, { ...form, values }, 422)
  }
  await changeKeyDate(c.var.db, viewerOf(c), id, form.output)
  return goTo(c, pathOf(document_id))
})

/** The page to return to after a date is marked: the list, or the document's page. */
const goToOrigin = (c: Ctx, documentId: string) =>
  goTo(c, c.req.query('from') === 'list' ? HOME : pathOf(documentId))

for (const [step, isDone] of [
  ['tick', true],
  ['opening', false],
] as const) {
  keyDateRoutes.post(`${HOME}/:id/${step}`, async (c) => {
    await requireForm(c)
    const { document_id } = await tickKeyDate(c.var.db, viewerOf(c), idOf(c), isDone)
    return goToOrigin(c, document_id)
  })
  keyDateRoutes.get(`${HOME}/:id/${step}`, async (c) => {
    await findKeyDate(c.var.db, viewerOf(c), idOf(c))
    return goTo(c, HOME)
  })
}

keyDateRoutes.get(`${HOME}/:id/removal`, async (c) => {
  const date = await findRemovable(c.var.db, viewerOf(c), idOf(c))
  const title = translatorOf(c)('keyDates.removal.title')
  return actionPage(c, { title, form: <RemovalForm date={date} />, current: CURRENT })
})

keyDateRoutes.post(`${HOME}/:id/removal`, async (c) => {
  await requireForm(c)
  const { document_id } = await removeKeyDate(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, pathOf(document_id))
})
