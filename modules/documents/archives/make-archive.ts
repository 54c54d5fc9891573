import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { downloadName } from '#modules/printing/index.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { type Locale, type Translate, translate } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { BYTE_ORDER_MARK, csvLines } from '#src/files/csv/write-csv.ts'
import { privateFolder } from '#src/files/disk.ts'
import { entryNames } from '#src/files/entry-names.ts'
import { ZipWriter } from '#src/files/zip.ts'
import { removeAll } from '#src/jobs/file-removal.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { getFile, putFileFrom } from '#src/jobs/storage.ts'
import { readLog } from '../audit-log.ts'
import { logTable } from '../log/log-lines.ts'
import type { FileKind, OmittedDocument } from '../schema.ts'
import { filesOf, folderOf } from './contents.ts'

/** The folder of archives in progress, on the server's own disk. */
export const workFolder = () => resolve(config.DATA_DIR, 'archives')

/** How long the job waits for a file that is still being made. */
const FILE_TIMEOUT = 10 * MINUTE

const FILE_EXTENSIONS: Record<FileKind, string> = {
  'final-pdf': 'pdf',
  'final-word': 'docx',
  'signed-pdf': 'pdf',
  'completion-certificate': 'pdf',
  'imported-pdf': 'pdf',
  'original-pdf': 'pdf',
}

class Cancelled extends Error {}

/**
 * Packs the files of the documents into one archive, records the progress after each, and stores it.
 * Idempotent. After each document, stops if the archive was cancelled.
 */
export const makeArchive = job<{ id: string }>('make-archive', async (db, { id }) => {
  const archive = await findRunning(db, id)
  if (!archive) return
  const path = join(privateFolder(workFolder()), newId())
  const leftOut = [...archive.left_out]
  try {
    await pipeline(Readable.from(piecesOf(db, archive, leftOut)), createWriteStream(path))
    const key = `${folderOf(id)}/files.zip`
    await putFileFrom(db, key, path)
    if (!(await markReady(db, id, leftOut, (await stat(path)).size))) await removeAll(db, key)
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
  } finally {
    await rm(path, { force: true })
  }
})

const findRunning = (db: Db, id: string) =>
  db
    .selectFrom('documents.archive')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirst()

type RunningArchive = NonNullable<Awaited<ReturnType<typeof findRunning>>>

async function* piecesOf(
  db: Db,
  archive: RunningArchive,
  leftOut: OmittedDocument[],
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  const nameOf = entryNames()
  const t = translate(archive.locale as Locale)
  const marks: Partial<Record<FileKind, string>> = {
    'signed-pdf': t('documents.fileMark.signed'),
    'completion-certificate': t('documents.fileMark.certificate'),
  }
  for (const [index, id] of archive.document_ids.entries()) {
    const foundFiles = await findFiles(db, id)
    if (foundFiles) {
      const { document, files, missing } = foundFiles
      if (missing && archive.created_at > ago(FILE_TIMEOUT)) throw new NotYet()
      if (missing) leftOut.push({ ...entryName(document), why: 'generating' })
      for (const file of files) {
        const bytes = await readUnchanged(db, file)
        const name = nameOf(downloadName(document, ''), marks[file.kind] ?? '', FILE_EXTENSIONS[file.kind])
        if (bytes) yield* zip.add(name, bytes, file.created_at)
        else leftOut.push({ ...entryName(document), why: 'changed' })
      }
      yield* zip.add(
        nameOf(downloadName(document, ''), t('documents.actionLog'), 'csv'),
        await logOf(db, id, t),
        now(),
      )
    }
    await storeProgress(db, archive.id, index + 1)
  }
  yield* zip.end()
}

/** The action log as the table on its page. */
async function logOf(db: Db, id: string, t: Translate): Promise<Uint8Array> {
  const { actions, fault } = await readLog(db, id)
  return new TextEncoder().encode(BYTE_ORDER_MARK + csvLines(logTable(actions, fault, t)))
}

const entryName = ({ name, number }: { name: string; number: string }) => ({ name, number })

/** The files of a document; null for a deleted document. `missing` means that a file does not exist yet. */
async function findFiles(db: Db, id: string) {
  const document = await db
    .selectFrom('documents.document')
    .select(['name', 'number', 'kind', 'status'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!document) return null
  const kinds = filesOf(document)
  const rows = await db
    .selectFrom('documents.file')
    .select(['kind', 'key', 'sha256', 'created_at'])
    .where('document_id', '=', id)
    .execute()
  const files = kinds.flatMap((kind) => rows.filter((row) => row.kind === kind))
  // A signing may have no certificate of ours.
  const certificate = rows.filter(({ kind }) => kind === 'completion-certificate')
  return { document, files: [...files, ...certificate], missing: files.length < kinds.length }
}

/** The stored file; null, with a report at the desk, when it is missing or its hash differs. */
const readUnchanged = (db: Db, { key, sha256 }: { key: string; sha256: string }) =>
  getFile(db, key, sha256).catch((error) => {
    if (error instanceof AppError && error.code === 'FILE_DAMAGED') return null
    throw error
  })

async function storeProgress(db: Db, id: string, done: number) {
  const update = await db
    .updateTable('documents.archive')
    .set({ done })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) throw new Cancelled()
}

/** Returns false when the archive was cancelled meanwhile. */
async function markReady(db: Db, id: string, leftOut: OmittedDocument[], size: number): Promise<boolean> {
  const update = await db
    .updateTable('documents.archive')
    .set({ state: 'ready', size, left_out: JSON.stringify(leftOut), ended_at: now() })
    .where('id', '=', id)
    .executeTakeFirst()
  return update.numUpdatedRows === 1n
}
