import { assemble } from '#assembly/assemble.ts'
import { documentLogo } from '#modules/brand/index.ts'
import type { SignaturePlace } from '#modules/printing/index.ts'
import { DRAFT, limitPrinting, printDocument, printWord, watermarkOf } from '#modules/printing/index.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { getFile, putFile } from '#src/jobs/storage.ts'
import { findDocument } from '../document.ts'
import type { FileKind } from '../schema.ts'

export interface NewFile {
  kind: FileKind
  bytes: Uint8Array
  pages: number
  places: SignaturePlace[]
  /** The SHA-256 of the file to replace; without it, an existing file remains. */
  replaces?: string
}

const FILE_EXTENSIONS: Record<FileKind, string> = {
  'final-pdf': 'pdf',
  'final-word': 'docx',
  'signed-pdf': 'pdf',
  'imported-pdf': 'pdf',
  'original-pdf': 'pdf',
  'completion-certificate': 'pdf',
}

/**
 * Stores the file under its hash before the row, so that a crash leaves no row without a file. A replaced
 * file remains in the store.
 */
export async function storeFile(db: Db, documentId: string, file: NewFile) {
  const { kind, bytes, pages, places, replaces } = file
  const sha256 = hashOf(bytes)
  const key = `documents/${documentId}/${sha256.slice(0, 24)}.${FILE_EXTENSIONS[kind]}`
  await putFile(db, key, bytes)
  if (kind === 'final-pdf') fault('final files: PDF stored, row missing')
  if (kind === 'completion-certificate') fault('certificate: file stored, row missing')
  await db
    .insertInto('documents.file')
    .values({
      document_id: documentId,
      kind,
      key,
      sha256,
      pages,
      size: bytes.byteLength,
      places: JSON.stringify(places),
      created_at: now(),
    })
    .onConflict((oc) => {
      const conflict = oc.columns(['document_id', 'kind'])
      if (!replaces) return conflict.doNothing()
      const replacement = { key, sha256, size: bytes.byteLength }
      return conflict.doUpdateSet(replacement).where('documents.file.sha256', '=', replaces)
    })
    .execute()
}

export async function makeFinalFiles(db: Db, id: string) {
  const document = await db
    .selectFrom('documents.document')
    .selectAll()
    .where('id', '=', id)
    .where('finalised_at', 'is not', null)
    .executeTakeFirst()
  if (!document || (await findFile(db, id, 'final-word'))) return
  const tree = assemble(document)
  fault('final files: before the PDF')
  const watermark = watermarkOf(document)
  const logo = await documentLogo(db, document)
  const options = { createdAt: document.finalised_at!, watermark, logo, hasSource: true }
  const printedPdf = await printDocument(tree, options)
  const { bytes, pages, signaturePlaces } = printedPdf
  await storeFile(db, id, { kind: 'final-pdf', bytes, pages, places: signaturePlaces })
  fault('final files: PDF kept, Word missing')
  await storeFile(db, id, { kind: 'final-word', bytes: await printWord(tree, watermark), pages, places: [] })
}

/**
 * Makes PDF and Word files of a finalised document. Idempotent: a second run makes the same bytes under the
 * same keys.
 */
export const finalFiles = job<{ id: string }>('final-files', (db, { id }) => makeFinalFiles(db, id))

export async function findFile(db: Db, documentId: string, kind: FileKind) {
  return db
    .selectFrom('documents.file')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** The bytes of a finished file. Throws FILE_GENERATING until its job has run, and FILE_DAMAGED. */
export async function readFinalFile(db: Db, documentId: string, kind: FileKind) {
  const file = await findFile(db, documentId, kind)
  if (!file) throw new AppError('FILE_GENERATING')
  return { ...file, bytes: await getFile(db, file.key, file.sha256) }
}

/** A draft as watermarked PDF, or as Word file; made on each request. */
export const renderDraft = (db: Db, viewer: Viewer, id: string, form: 'pdf' | 'docx') =>
  limitPrinting(async () => {
    const document = await findDocument(db, viewer, id)
    const tree = assemble(document)
    if (form === 'docx') return { document, bytes: await printWord(tree, DRAFT) }
    const logo = await documentLogo(db, document)
    const { bytes } = await printDocument(tree, { createdAt: document.updated_at, watermark: DRAFT, logo })
    return { document, bytes }
  })

/** Enqueues the job again for finalised documents whose files are still missing after a minute. */
export const overdueFiles = job('overdue-files', async (db) => {
  const documents = await db
    .selectFrom('documents.document as document')
    .leftJoin('documents.file as file', (join) =>
      join.onRef('file.document_id', '=', 'document.id').on('file.kind', '=', 'final-word'),
    )
    .select('document.id')
    .where('document.kind', '=', 'drafted')
    .where('document.finalised_at', '<', ago(MINUTE))
    .where('file.key', 'is', null)
    // Newest first, so that documents whose files always fail do not delay others.
    .orderBy('document.finalised_at', 'desc')
    .limit(100)
    .execute()
  for (const { id } of documents) await finalFiles.enqueue(db, { id })
})
