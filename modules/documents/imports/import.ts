import type { Readable } from 'node:stream'
import { teamNames } from '#modules/accounts/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { getFile, openFile } from '#src/jobs/storage.ts'
import type { PdfToDraw } from '#src/pdf/pictures.ts'
import { visibleDocuments } from '../document.ts'

/**
 * An imported PDF with what is known of its file. Throws NOT_FOUND for an unknown id and for somebody else's
 * alike.
 */
export async function findImport(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const found = await visibleDocuments(db, viewer)
    .innerJoin('documents.import as import', 'import.document_id', 'document.id')
    .innerJoin('documents.file as file', (join) =>
      join.onRef('file.document_id', '=', 'document.id').on('file.kind', '=', 'imported-pdf'),
    )
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
    .where('document.id', '=', id)
    .executeTakeFirst()
  return found ?? notFound()
}

/** The file as it came: its place in the store. Throws NOT_FOUND where the import itself is it. */
export async function findOriginal(db: Db, viewer: Viewer, id: string) {
  const { name, number } = await findImport(db, viewer, id)
  const found = await db
    .selectFrom('documents.file')
    .select(['key', 'sha256'])
    .where('document_id', '=', id)
    .where('kind', '=', 'original-pdf')
    .executeTakeFirst()
  return { name, number, ...(found ?? notFound()) }
}

export type Import = Awaited<ReturnType<typeof findImport>>

/** The file as it was put away, piece by piece. Throws PDF_NOT_FOUND when it is gone or is another one. */
export const openImport = (db: Db, { key, sha256 }: Pick<Import, 'key' | 'sha256'>): Promise<Readable> =>
  openFile(db, key, sha256).catch(tellLost)

function tellLost(error: unknown): never {
  if (error instanceof AppError && error.code === 'FILE_DAMAGED') throw new AppError('PDF_NOT_FOUND')
  throw error
}

/** The same for pictures of its pages. */
export const importToDraw = (db: Db, { key, sha256 }: Pick<Import, 'key' | 'sha256'>): PdfToDraw => ({
  sha256,
  read: () => getFile(db, key, sha256).catch(tellLost),
})
