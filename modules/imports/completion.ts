import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  actorOf,
  createImported,
  logAction,
  requireQuota,
  visibleDocuments,
} from '#modules/documents/index.ts'
import { requirePaid } from '#modules/orders/index.ts'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { putFileFrom } from '#src/jobs/storage.ts'
import { deleteIncoming, incomingPath, receivedBytes, withUploadLock, workingCopyPath } from './incoming.ts'
import { checkPdf, type Finding } from './pdf-check.ts'
import { dropUpload, findUpload, type Upload } from './upload.ts'

type AcceptedFile = Extract<Finding, { pages: number }>
type RefusedFile = Extract<Finding, { refused: string }>

/** A file to store, with its SHA-256 in hex. */
interface FileToStore {
  kind: 'imported-pdf' | 'original-pdf'
  key: string
  path: string
  sha256: string
  size: number
}

/** The keys of all files of a document begin with its id. */
export const importedKey = (id: string) => `documents/${id}/imported.pdf`
const originalKey = (id: string) => `documents/${id}/original.pdf`

/**
 * Checks an uploaded file and makes it a document with the upload's id; a repeated call returns the same
 * document. A refused file is deleted. Throws UPLOAD_INCOMPLETE, PDF_REFUSED with the reason, UNPAID_ORDER,
 * UPLOAD_NOT_IN_PLAN or CLOUD_STORAGE_FULL.
 */
export async function completeUpload(db: Db, viewer: Viewer, id: string): Promise<string> {
  if (await isDone(db, viewer, id)) return id
  const upload = await findUpload(db, viewer, id)
  return withUploadLock(id, async () => {
    const receivedCount = await receivedBytes(id)
    if (upload.size !== null && receivedCount !== upload.size) throw new AppError('UPLOAD_INCOMPLETE')
    const finding = await checkPdf(incomingPath(id), workingCopyPath(id))
    if ('refused' in finding) return refuseFile(db, upload, finding)
    await storeUpload(db, viewer, upload, finding)
    await deleteIncoming(id)
    return id
  })
}

async function isDone(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const document = await visibleDocuments(db, viewer)
    .select('document.id')
    .where('document.id', '=', id)
    .where('document.kind', '=', 'imported')
    .executeTakeFirst()
  return document !== undefined
}

async function refuseFile(db: Db, upload: Upload, { refused, page, field }: RefusedFile): Promise<never> {
  await dropUpload(db, upload)
  const details = { pages: config.IMPORT_MAX_PAGES, page: page ?? 0, field: field ?? '' }
  throw new AppError('PDF_REFUSED', details, `documents.import.refused.${refused}`)
}

/**
 * Stores the files before the rows that name them; the sweep removes files without rows by the upload's id.
 */
async function storeUpload(db: Db, viewer: Viewer, upload: Upload, finding: AcceptedFile) {
  const files = await filesToStore(upload.id, finding)
  await requireQuota(db, viewer, sizeOf(files))
  const storingAt = now()
  await db.updateTable('imports.upload').set({ storing_at: storingAt }).where('id', '=', upload.id).execute()
  for (const { key, path } of files) await putFileFrom(db, key, path)
  fault('import: file stored, row missing')
  await inTransaction(db, async (trx) => {
    await claimUpload(trx, upload.id, storingAt)
    await insertImport(trx, viewer, upload, finding, files)
    fault('import: inside the transaction')
  })
}

const sizeOf = (files: FileToStore[]) => files.reduce((sum, { size }) => sum + size, 0)

/**
 * The files to store: the working copy and the original; only the original when it is signed, because then
 * it is also the working copy.
 */
async function filesToStore(id: string, { signed }: AcceptedFile): Promise<FileToStore[]> {
  const original = await hashFile(incomingPath(id))
  if (signed) return [{ kind: 'imported-pdf', key: importedKey(id), ...original }]
  const copy = await hashFile(workingCopyPath(id))
  return [
    { kind: 'imported-pdf', key: importedKey(id), ...copy },
    { kind: 'original-pdf', key: originalKey(id), ...original },
  ]
}

async function hashFile(path: string) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { path, sha256: hash.digest('hex'), size: (await stat(path)).size }
}

/**
 * Throws UPLOAD_INCOMPLETE when the sweep has removed the upload meanwhile, because its file may be deleted
 * too.
 */
async function claimUpload(trx: Db, id: string, storingAt: Date) {
  const claim = await trx
    .deleteFrom('imports.upload')
    .where('id', '=', id)
    .where('storing_at', '=', storingAt)
    .executeTakeFirst()
  if (claim.numDeletedRows !== 1n) throw new AppError('UPLOAD_INCOMPLETE')
}

async function insertImport(
  trx: Db,
  viewer: Viewer,
  upload: Upload,
  finding: AcceptedFile,
  storedFiles: FileToStore[],
) {
  const { id } = upload
  await requirePaid(trx, viewer)
  const { pages, pageBoxes, removed, repairs, signed } = finding
  const files = storedFiles.map(({ kind, key, sha256, size }) => ({ kind, key, sha256, size, pages }))
  const number = await createImported(trx, viewer, { id, name: upload.file_name, files })
  await trx
    .insertInto('imports.import')
    .values({
      document_id: id,
      file_name: upload.file_name,
      removed: JSON.stringify(removed),
      repairs: JSON.stringify(repairs),
      signed,
      page_boxes: JSON.stringify(pageBoxes),
    })
    .execute()
  const changes = [...removed, ...repairs].join(', ')
  const original = storedFiles.at(-1)!.sha256
  const details = { number, sha256: storedFiles[0]!.sha256, original, pages, removed: changes }
  await logAction(trx, id, actorOf(viewer, viewer.id), 'import', details)
}
