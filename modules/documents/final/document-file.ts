import type { Side } from '#assembly/answers.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findHeading } from '../document.ts'
import { isFinal, type Status } from '../status.ts'
import { readFinalFile, renderDraft } from './final-files.ts'
import { printInOneLanguage } from './one-language.ts'

/**
 * The files of a document by their names in addresses. Stored files have a `kind`, and `exists` tells in
 * which states of the document they exist; `mark` chooses the word that is added to the name of the
 * download. /
 */
const FILES = {
  'draft.pdf': { state: 'draft', form: 'pdf' },
  'draft.docx': { state: 'draft', form: 'docx' },
  'final.pdf': { state: 'final', form: 'pdf', kind: 'final-pdf', exists: isFinal },
  'final.docx': { state: 'final', form: 'docx', kind: 'final-word', exists: isFinal },
  'signed.pdf': { form: 'pdf', kind: 'signed-pdf', mark: 'signed', exists: isCompleted },
  'certificate.pdf': {
    form: 'pdf',
    kind: 'completion-certificate',
    mark: 'certificate',
    exists: isCompleted,
  },
} as const

function isCompleted(status: Status) {
  return status === 'completed'
}

export type FileName = keyof typeof FILES
export const FILE_NAMES = Object.keys(FILES) as FileName[]

/** The form of a file, for its media type. */
export const formOf = (name: FileName) => FILES[name].form

/**
 * A file of a document: in the language `side`, or in all its languages if `side` is null. Files of a signing
 * always contain all languages. Throws NOT_FOUND, DOCUMENT_STATUS_WRONG before the file exists,
 * FILE_GENERATING until its job has run, and FILE_DAMAGED.
 */
export async function readDocumentFile(
  db: Db,
  viewer: Viewer,
  id: string,
  { name, side }: { name: FileName; side: Side | null },
) {
  const file = FILES[name]
  const { form } = file
  if (side && 'state' in file) {
    const { document, bytes } = await printInOneLanguage(db, viewer, id, { state: file.state, form, side })
    return { document, bytes, form, mark: side }
  }
  if (!('kind' in file)) return { ...(await renderDraft(db, viewer, id, form)), form, mark: undefined }
  const document = await findHeading(db, viewer, id)
  if (!file.exists(document.status)) throw new AppError('DOCUMENT_STATUS_WRONG')
  const { bytes } = await readFinalFile(db, document.id, file.kind)
  return { document, bytes, form, mark: 'mark' in file ? file.mark : undefined }
}
