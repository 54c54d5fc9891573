import type { Readable } from 'node:stream'
import { type NotNull, sql } from 'kysely'
import { teamNames } from '#modules/accounts/index.ts'
import { finalDocuments, findFile, visibleWithFile } from '#modules/documents/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { getFile, openFile } from '#src/jobs/storage.ts'
import type { PdfToDraw } from '#src/pdf/pictures.ts'

/**
 * An imported PDF with the data of its file. Throws NOT_FOUND for an unknown id and for another customer's
 * document.
 */
export async function findImport(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const document = await visibleWithFile(db, viewer, 'imported-pdf')
    .innerJoin('imports.import as import', 'import.document_id', 'document.id')
    .leftJoin(teamNames(db, viewer).as('creator'), 'creator.id', 'document.creator_id')
    .select([
      'document.id',
      'document.name',
      'number',
      'status',
      'document.created_at',
      'document.updated_at',
    ])
    .select([
      'file_name',
      'removed',
      'repairs',
      'signed',
      'file.key',
      'sha256',
      'size',
      'pages',
      'creator.name as creator',
    ])
    .select(['creator_id', 'document.kind', 'parties'])
    .select(finalDocuments.sidePanelData(db, sql.ref('document.id')).as('panelData'))
    .where('document.id', '=', id)
    .where('file.key', 'is not', null)
    .$narrowType<{ key: NotNull; sha256: NotNull; size: NotNull; pages: NotNull }>()
    .executeTakeFirst()
  return document ?? notFound()
}

/** The storage key of the original file. Throws NOT_FOUND when the imported file is itself the original. */
export async function findOriginal(db: Db, viewer: Viewer, id: string) {
  const { name, number } = await findImport(db, viewer, id)
  const { key, sha256 } = (await findFile(db, id, 'original-pdf')) ?? notFound()
  return { name, number, key, sha256 }
}

export type Import = Awaited<ReturnType<typeof findImport>>

/** Reads a stored file in chunks. Throws PDF_NOT_FOUND when it is missing or its hash differs. */
export const openImport = (db: Db, { key, sha256 }: Pick<Import, 'key' | 'sha256'>): Promise<Readable> =>
  openFile(db, key, sha256).catch(reportLostFile)

function reportLostFile(error: unknown): never {
  if (error instanceof AppError && error.code === 'FILE_DAMAGED') throw new AppError('PDF_NOT_FOUND')
  throw error
}

/** The stored file as the source of page pictures. */
export const importToDraw = (db: Db, { key, sha256 }: Pick<Import, 'key' | 'sha256'>): PdfToDraw => ({
  sha256,
  read: () => getFile(db, key, sha256).catch(reportLostFile),
})
