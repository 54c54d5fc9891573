import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { bodyType, FORM, readForm, requireForm } from '#src/http/body.ts'
import { answer } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type FormPart, readParts } from '#src/http/upload/multipart.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { NewDocTabs } from '#views/documents/new-doc-tabs.tsx'
import { completeUpload } from './completion.ts'
import { readFileName } from './import-name.ts'
import { maxBytes, receive, receivedBytes, withUploadLock } from './incoming.ts'
import './sweep.ts'
import { findStorage } from '#modules/documents/index.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { appendChunk, beginUpload, dropUpload, findUpload } from './upload.ts'
import { ImportPanel } from './views/import-panel.tsx'

/** The routes to upload a PDF, by one form or in resumable chunks. */
export const uploadRoutes = routes()

const viewAt = (id: string) => `/mgmt/${id}/my-docs-import-view?done=imported`

/** The upload tab of the new-document page, with the problem of the last file. */
export async function importTab(c: Ctx, problem?: AppError) {
  requirePermission(viewerOf(c), 'document.create')
  const storage = await findStorage(c.var.db, viewerOf(c))
  const content = (
    <NewDocTabs current="IMPORT_DOC">
      <ImportPanel
        storage={storage}
        limits={{ megabytes: config.IMPORT_MAX_MB, pages: config.IMPORT_MAX_PAGES }}
        problem={problem?.words}
        details={problem?.details}
        code={problem?.code}
      />
    </NewDocTabs>
  )
  const status = (problem?.status ?? 200) as 200
  return page(c, content, {
    title: translate(c.var.locale)('documents.newDoc'),
    shell: 'bare',
    status,
    scripts: ['views/scripts/upload-script.ts'],
  })
}

/** Errors that are shown next to the field, with the form to try again. */
const FIELD_ERRORS: ReadonlySet<string> = new Set([
  'INVALID_FIELD',
  'TOO_LARGE',
  'PDF_REFUSED',
  'CLOUD_STORAGE_FULL',
  'UPLOAD_NOT_IN_PLAN',
  'UPLOAD_LIMIT',
])

uploadRoutes.post('/mgmt/imports', async (c) => {
  try {
    return goTo(c, viewAt(await receiveForm(c)))
  } catch (error) {
    if (error instanceof AppError && FIELD_ERRORS.has(error.code)) return importTab(c, error)
    throw error
  }
})

const fileError = (words: MessageKey) => new AppError('INVALID_FIELD', { field: 'file' }, words)

async function receiveForm(c: Ctx): Promise<string> {
  if (bodyType(c) === FORM) throw fileError('documents.import.problem.none')
  let id: string | null = null
  for await (const formPart of readParts(c)) {
    if (formPart.name !== 'file' || !formPart.fileName) await skipPart(formPart)
    else if (id) throw fileError('documents.import.problem.one')
    else id = await receivePart(c, formPart)
  }
  if (!id) throw fileError('documents.import.problem.none')
  const upload = { id }
  return completeUpload(c.var.db, viewerOf(c), id).catch(async (error) => {
    await dropUpload(c.var.db, upload)
    throw error
  })
}

async function skipPart({ content }: FormPart) {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > 64 * 1024) throw new AppError('TOO_LARGE')
  }
}

async function receivePart(c: Ctx, { fileName, content }: FormPart): Promise<string> {
  const documentName = readFileName(fileName!)
  if ('problem' in documentName) throw fileError(documentName.problem)
  const { id } = await beginUpload(c.var.db, viewerOf(c), { fileName: documentName.name })
  try {
    await withUploadLock(id, () => receive(id, content, 0, maxBytes()))
  } catch (error) {
    await dropUpload(c.var.db, { id })
    throw error
  }
  return id
}

const UploadFields = v.object({
  name: v.pipe(v.string(), v.maxLength(1000, 'documents.import.problem.nameLong')),
  size: v.pipe(v.string(), v.regex(/^[1-9]\d{0,12}$/, 'documents.import.refused.type'), v.transform(Number)),
  key: v.pipe(v.string(), v.maxLength(100)),
})

uploadRoutes.post('/mgmt/imports/uploads', async (c) => {
  const form = await readForm(c, UploadFields)
  if (!form.ok) throw fileError(Object.values(form.problems)[0]!)
  const { name, ...rest } = form.output
  const fileName = readFileName(name)
  if ('problem' in fileName) throw fileError(fileName.problem)
  return answer(c, await beginUpload(c.var.db, viewerOf(c), { fileName: fileName.name, ...rest }), 201)
})

uploadRoutes.get('/mgmt/imports/uploads/:id', async (c) => {
  const { id, size } = await findUpload(c.var.db, viewerOf(c), c.req.param('id'))
  return answer(c, { offset: await receivedBytes(id), size })
})

const bodyOf = (c: Ctx) => (c.req.raw.body ?? new Blob().stream()) as AsyncIterable<Uint8Array>

uploadRoutes.put('/mgmt/imports/uploads/:id', async (c) => {
  if (bodyType(c) !== 'application/octet-stream') throw new AppError('UNSUPPORTED_TYPE')
  const upload = await findUpload(c.var.db, viewerOf(c), c.req.param('id'))
  const offset = Number(c.req.header('upload-offset') ?? Number.NaN)
  if (!Number.isSafeInteger(offset) || offset < 0) throw new AppError('INVALID_FIELD', { field: 'offset' })
  return answer(c, { offset: await appendChunk(upload, bodyOf(c), offset) })
})

uploadRoutes.post('/mgmt/imports/uploads/:id/cancellation', async (c) => {
  await requireForm(c)
  const upload = await findUpload(c.var.db, viewerOf(c), c.req.param('id'))
  await withUploadLock(upload.id, () => dropUpload(c.var.db, upload))
  return answer(c, null)
})

uploadRoutes.post('/mgmt/imports/uploads/:id/completion', async (c) => {
  await requireForm(c)
  return answer(c, { path: viewAt(await completeUpload(c.var.db, viewerOf(c), c.req.param('id'))) })
})
