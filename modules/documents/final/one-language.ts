import type { Side } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import type { CopyNote, DocumentTree } from '#assembly/tree.ts'
import { documentLogo } from '#modules/brand/index.ts'
import { DRAFT, limitPrinting, printDocument, printWord, watermarkOf } from '#modules/printing/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Document, findDocument } from '../document.ts'
import { isFinal } from '../status.ts'

export interface LanguageCopy {
  state: 'draft' | 'final'
  form: 'pdf' | 'docx'
  side: Side
}

/**
 * A bilingual document in one of its languages, made on each request, with the same clauses and numbers. For
 * a finalised document it is a reading copy that states the hash of the authoritative PDF. Throws NOT_FOUND
 * when the document has one language, DOCUMENT_STATUS_WRONG before it is finalised, and FILE_GENERATING
 * until the authoritative PDF exists.
 */
export const printInOneLanguage = (db: Db, viewer: Viewer, id: string, copy: LanguageCopy) =>
  limitPrinting(() => printSide(db, viewer, id, copy))

async function printSide(db: Db, viewer: Viewer, id: string, { state, form, side }: LanguageCopy) {
  const document = await findDocument(db, viewer, id)
  if (!document.answers.languages.bilingual) notFound()
  const isFinalFile = state === 'final'
  if (isFinalFile && !isFinal(document.status)) throw new AppError('DOCUMENT_STATUS_WRONG')
  const authoritativeFile = isFinalFile ? await findAuthoritativeFile(db, id) : null
  const tree = oneSided(assemble(document), side, copyNoteOf(document, side, authoritativeFile))
  const watermark = isFinalFile ? watermarkOf(document) : DRAFT
  if (form === 'docx') return { document, bytes: await printWord(tree, watermark) }
  const createdAt = isFinalFile ? document.finalised_at! : document.updated_at
  const logo = await documentLogo(db, document)
  return { document, bytes: (await printDocument(tree, { createdAt, watermark, logo })).bytes }
}

interface AuthoritativeFile {
  kind: 'final-pdf' | 'signed-pdf'
  sha256: string
}

/** The authoritative bilingual PDF: the signed one, if it exists. */
async function findAuthoritativeFile(db: Db, id: string): Promise<AuthoritativeFile> {
  const files = await db
    .selectFrom('documents.file')
    .select(['kind', 'sha256'])
    .where('document_id', '=', id)
    .where('kind', 'in', ['final-pdf', 'signed-pdf'])
    .orderBy('kind', 'desc')
    .execute()
  const [record] = files as AuthoritativeFile[]
  if (!record) throw new AppError('FILE_GENERATING')
  return record
}

const STATES = { 'final-pdf': 'final', 'signed-pdf': 'signed' } as const

function copyNoteOf(
  { number, answers }: Document,
  side: Side,
  authoritativeFile: AuthoritativeFile | null,
): CopyNote {
  const t = translate(side === 'en' ? 'en_US' : answers.languages.script === 'Hant' ? 'zh_TW' : 'zh_CN')
  const state = authoritativeFile ? STATES[authoritativeFile.kind] : 'draft'
  const facts = { number, hash: authoritativeFile?.sha256 ?? '' }
  return { mark: t(`documents.copyNote.mark.${side}`), text: t(`documents.copyNote.${state}.${side}`, facts) }
}

/** A tree that prints one side, with the same clauses and numbers. */
function oneSided(tree: DocumentTree, side: Side, copy: CopyNote): DocumentTree {
  const languages = { ...tree.languages, primary: side, bilingual: false }
  return { ...tree, languages, sides: [side], copy }
}
