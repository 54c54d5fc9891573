import { documentExport } from '#modules/documents/index.ts'
import { exportImports } from '#modules/imports/index.ts'
import { exportReviews } from '#modules/review/index.ts'
import { evidenceBundle, exportSignings } from '#modules/signing/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportedFile } from '#src/jobs/export-part.ts'

type ExportedDocument = Awaited<ReturnType<typeof documentExport.contents>>[number]

/** The names of the files in a document's folder. */
const NAMES: Record<ExportedDocument['files'][number]['kind'], string> = {
  'final-pdf': 'final.pdf',
  'final-word': 'final.docx',
  'signed-pdf': 'signed.pdf',
  'completion-certificate': 'certificate.pdf',
  'imported-pdf': 'imported.pdf',
  'original-pdf': 'original.pdf',
}

/** A document with all its records, and its files by path within its folder. */
export interface DocumentFolder extends Pick<ExportedDocument, 'document' | 'actions' | 'log'> {
  /** All records, as in data.json. */
  record: Record<string, unknown>
  logTable: string[][]
  files: ExportedFile[]
}

/** The folders of these documents, in the order of their ids. */
export async function documentFolders(db: Db, ids: string[], locale: Locale): Promise<DocumentFolder[]> {
  const documents = await documentExport.contents(db, ids, locale)
  const imports = await exportImports(db, ids)
  const reviewsOf = await exportReviews(db, ids)
  const signingsOf = await exportSignings(db, ids)
  return documents.map(({ document, actions, log, logTable, files }) => {
    const { files: signingFiles, signings, settings } = signingsOf(document.id)
    const ownFiles = files.map(({ kind, key, sha256, created_at }) => ({
      path: NAMES[kind],
      at: created_at,
      content: { key, sha256 },
    }))
    const evidence = document.status === 'completed' ? [evidenceOf(document, files.at(-1)!.created_at)] : []
    return {
      document,
      actions,
      log,
      logTable,
      record: {
        ...document,
        files: files.map(({ key: _, ...file }) => ({ ...file, file: NAMES[file.kind] })),
        actions,
        import: imports.get(document.id),
        ...reviewsOf(document.id),
        signingSettings: settings,
        signings,
      },
      files: [...ownFiles, ...signingFiles, ...evidence],
    }
  })
}

const evidenceOf = (document: { id: string; name: string; number: string }, at: Date): ExportedFile => ({
  path: 'evidence.zip',
  at,
  content: { make: (db) => evidenceBundle(db, document) },
})
