import * as v from 'valibot'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { translate } from '#src/core/i18n.ts'
import { PHONE_REGIONS } from '#src/core/identity-numbers/mobile-number.ts'
import { AnyForm, type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { requireContactEditor } from '../contact.ts'
import { contactsPath, readFilter } from '../list.ts'
import { CONTACT_TYPES, type ContactType, type ImportResult } from '../schema.ts'
import { guessChoice } from './heads.ts'
import { cancelImport, findImport, type PendingImport, saveChoice, startImport } from './pending-import.ts'
import { finishImport, previewImport } from './preview.ts'
import { MAX_FILE_BYTES, readFile } from './read-file.ts'
import { problemOf } from './read-rows.ts'
import { type Choice, FIELDS, type Unreadable } from './sheet.ts'
import { ColumnsPage } from './views/columns-page.tsx'
import { PreviewPage } from './views/preview-page.tsx'
import { UploadPage } from './views/upload-page.tsx'

export const importRoutes = routes()

const HOME = '/mgmt/contacts/import'
const FRAME = { shell: 'mgmt', current: 'contacts' } as const
/** The limit for files that one person uploads. */
const UPLOADS = { name: 'contact-import', points: 60, per: 3600 }

const UploadForm = v.object({
  type: v.optional(v.picklist(CONTACT_TYPES, 'common.problem.selected'), 'external'),
})

interface UploadState extends FormState {
  fileProblem?: Unreadable
}

function uploadPage(c: Ctx, formState: UploadState, status: 200 | 422 = 200) {
  const title = translate(c.var.locale)('contacts.import.title')
  return page(c, <UploadPage {...formState} />, { title, ...FRAME, status })
}

importRoutes.get(HOME, (c) => {
  requireContactEditor(viewerOf(c))
  return uploadPage(c, { values: { type: readFilter(c.req.query()).type } })
})

importRoutes.post(HOME, async (c) => {
  requireContactEditor(viewerOf(c))
  const { form, files, names } = await readFormWithFiles(c, UploadForm, 'file', MAX_FILE_BYTES)
  const { values } = form
  if (!form.ok) return uploadPage(c, form, 422)
  const [bytes] = files
  if (!bytes) return uploadPage(c, { values, problems: { file: 'contacts.import.noFile' } }, 422)
  await consumePoint(UPLOADS, viewerOf(c).id)
  if (bytes.length > MAX_FILE_BYTES)
    return uploadPage(c, { values, problems: { file: 'contacts.import.tooLarge' } }, 422)
  const sheet = readFile(bytes)
  if ('problem' in sheet) return uploadPage(c, { values, fileProblem: sheet }, 422)
  const { type } = form.output
  const id = await startImport(c.var.db, viewerOf(c), { type, fileName: names[0] ?? '', sheet })
  return goTo(c, `${HOME}/${id}`)
})

/** Redirects to the list, which shows the numbers of imported contacts. */
function goToList(c: Ctx, type: ContactType, { added, updated, skipped }: ImportResult) {
  const counts = new URLSearchParams({
    imported: String(added),
    updated: String(updated),
    skipped: String(skipped),
  })
  return goTo(c, `${contactsPath(readFilter({ type }))}&${counts}`)
}

/** The name of the form's field for a column. */
const fieldOf = (index: number) => `column${index}`

const valuesOf = (choice: Choice) =>
  Object.fromEntries(choice.map((field, index) => [fieldOf(index), field ?? '']))

function columnsPage(c: Ctx, pending: PendingImport, formState: FormState, status: 200 | 422 = 200) {
  const title = translate(c.var.locale)('contacts.import.columns.title')
  return page(c, <ColumnsPage pending={pending} fieldOf={fieldOf} {...formState} />, {
    title,
    ...FRAME,
    status,
  })
}

importRoutes.get(`${HOME}/:id`, async (c) => {
  const pending = await findImport(c.var.db, viewerOf(c), c.req.param('id'))
  const { sheet, type, choice, region, result } = pending
  if (!sheet) return goToList(c, type, result!)
  const defaultRegion = c.var.locale === 'zh_TW' ? 'TW' : 'CN'
  const values = {
    ...valuesOf(choice ?? guessChoice(sheet, type)),
    region: choice ? region : defaultRegion,
  }
  return columnsPage(c, pending, { values })
})

importRoutes.post(`${HOME}/:id`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const pending = await findImport(c.var.db, viewerOf(c), c.req.param('id'))
  const { id, sheet, type, result } = pending
  if (!sheet) return goToList(c, type, result!)
  const choice = sheet.heads.map((_, index) => FIELDS.find((one) => one === values[fieldOf(index)]) ?? null)
  const problem = problemOf(choice)
  if (problem) return columnsPage(c, pending, { values, problems: { columns: problem } }, 422)
  const region = PHONE_REGIONS.find((one) => one === values.region) ?? 'CN'
  await saveChoice(c.var.db, viewerOf(c), id, { choice, region })
  return goTo(c, `${HOME}/${id}/preview`)
})

importRoutes.get(`${HOME}/:id/preview`, async (c) => {
  const pending = await findImport(c.var.db, viewerOf(c), c.req.param('id'))
  const { id, sheet, type, choice, region, result } = pending
  if (!sheet) return goToList(c, type, result!)
  if (!choice) return goTo(c, `${HOME}/${id}`)
  const preview = await previewImport(c.var.db, viewerOf(c), { sheet, choice, region, type })
  const title = translate(c.var.locale)('contacts.import.preview.title')
  return page(c, <PreviewPage pending={pending} {...preview} />, { title, ...FRAME })
})

const PreviewForm = v.object({
  email: v.optional(v.picklist(['update', 'skip']), 'skip'),
  other: v.optional(v.picklist(['update', 'skip', 'add']), 'skip'),
  seen: v.optional(v.string(), ''),
})

importRoutes.post(`${HOME}/:id/preview`, async (c) => {
  const form = await readForm(c, PreviewForm)
  const id = c.req.param('id')
  if (!form.ok) {
    await findImport(c.var.db, viewerOf(c), id)
    return goTo(c, `${HOME}/${id}/preview`)
  }
  const { seen, ...duplicates } = form.output
  const importResult = await finishImport(c.var.db, viewerOf(c), id, seen, duplicates)
  return importResult ? goToList(c, importResult.type, importResult.result) : goTo(c, `${HOME}/${id}/preview`)
})

importRoutes.post(`${HOME}/:id/removal`, async (c) => {
  await requireForm(c)
  const type = await cancelImport(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, contactsPath(readFilter({ type })))
})
// Redirects, because after a login in between the browser opens the form's address by GET.
importRoutes.get(`${HOME}/:id/removal`, (c) => goTo(c, `${HOME}/${c.req.param('id')}`))
