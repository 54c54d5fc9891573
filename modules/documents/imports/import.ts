import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { teamNames } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { readFileOf } from '#src/jobs/storage.ts'
import { visibleDocuments } from '../document.ts'

/** An imported PDF with what is known of its file. Throws NOT_FOUND for an unknown id and for somebody else's alike. */
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
      'signed',
      'file.key',
      'sha256',
      'size',
      'pages',
      'creator.name as creator',
    ])
    .select(['creator_id', 'document.kind', 'parties', 'last_page'])
    .where('document.id', '=', id)
    .executeTakeFirst()
  return found ?? notFound()
}

export type Import = Awaited<ReturnType<typeof findImport>>

/** The file as it was put away, piece by piece. Throws PDF_NOT_FOUND when it is gone or is another one. */
export async function openImport(file: Pick<Import, 'id' | 'key' | 'sha256'>): Promise<ReadableStream> {
  await requireUnchanged(file)
  return Readable.toWeb(await readFileOf(file.key)) as ReadableStream
}

/** Throws PDF_NOT_FOUND when the file is gone or is another one than was imported. */
export async function requireUnchanged({ id, key, sha256 }: Pick<Import, 'id' | 'key' | 'sha256'>) {
  const found = await hashOfFile(key)
  if (found !== sha256) {
    log.error({ document: id, found: found ? 'another file' : 'nothing' }, 'imported PDF not found')
    throw new AppError('PDF_NOT_FOUND')
  }
}

async function hashOfFile(key: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await readFileOf(key)) hash.update(chunk)
    return hash.digest('hex')
  } catch {
    return null
  }
}
