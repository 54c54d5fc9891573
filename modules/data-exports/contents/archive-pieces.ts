import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { downloadName } from '#modules/printing/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { entryNames } from '#src/files/entry-names.ts'
import { ZipWriter } from '#src/files/zip.ts'
import type { ExportedFile } from '#src/jobs/export-part.ts'
import { NotYet } from '#src/jobs/jobs.ts'
import { openFile } from '#src/jobs/storage.ts'
import { documentPage } from '../readable/document-page.tsx'
import { indexPage, type ListedDocument } from '../readable/index-page.tsx'
import type { LeftOut } from '../schema.ts'
import { type DocumentFolder, documentFolders } from './document-folder.ts'
import { collectRecords } from './records.ts'

/**
 * A zip file without extensions is limited to four gigabytes; beyond this size, further files are left out.
 */
const MAX_BYTES = 3.5 * 1024 ** 3
const BATCH_SIZE = 20

interface ArchiveOptions {
  viewer: Viewer
  locale: Locale
  /** The path of data.json on the server's own disk until it is complete. */
  dataPath: string
  /** Whether to wait, by throwing NotYet, for files that are still being made. */
  waitsForFiles: boolean
}

type Progress = (done: number, total: number) => Promise<void>

/**
 * The archive in chunks: the folders of the documents, the other files, data.json and index.html. Only one
 * batch of documents and one piece of a file are in memory at a time. Adds the files that could not be added
 * to `leftOut`.
 */
export async function* archivePieces(
  db: Db,
  options: ArchiveOptions,
  leftOut: LeftOut[],
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  const { viewer, locale, dataPath } = options
  const { records, files, documentIds: ids } = await collectRecords(db, viewer)
  const total = ids.length + files.length + 1
  let done = 0
  await progress(done, total)
  const data = await open(dataPath, 'w', 0o600)
  const archive = new Archive(db, options, leftOut)
  const listedDocuments: ListedDocument[] = []
  try {
    await writeHead(data, { exportedAt: now(), ...records })
    const nameOf = entryNames()
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      for (const folder of await documentFolders(db, ids.slice(start, start + BATCH_SIZE), locale)) {
        const path = `documents/${nameOf(downloadName(folder.document, ''))}`
        yield* archive.addDocument(folder, path)
        await writeDocument(data, folder, { path, isFirst: listedDocuments.length === 0 })
        listedDocuments.push({ ...folder.document, path: `${path}/document.html` })
        await progress(++done, total)
      }
    }
    await data.write('\n  ]\n}\n')
  } finally {
    await data.close()
  }
  for (const file of files) {
    yield* archive.addFile(file, file.path)
    await progress(++done, total)
  }
  yield* archive.addData(dataPath)
  const page = indexPage(locale, { viewer, records, documents: listedDocuments, leftOut, at: now() })
  yield* archive.addText('index.html', page)
  yield* archive.end()
  await progress(total, total)
}

/** Streams texts and files into one zip, and notes the files that it cannot add. */
class Archive {
  private readonly zip = new ZipWriter()
  private bytes = 0
  private readonly db: Db
  private readonly options: ArchiveOptions
  private readonly leftOut: LeftOut[]

  constructor(db: Db, options: ArchiveOptions, leftOut: LeftOut[]) {
    this.db = db
    this.options = options
    this.leftOut = leftOut
  }

  async *addDocument(folder: DocumentFolder, path: string): AsyncGenerator<Uint8Array> {
    this.requireFinished(folder, path)
    for (const file of folder.files) yield* this.addFile(file, `${path}/${file.path}`)
    yield* this.addText(`${path}/log.json`, folder.log)
    const missingPaths = new Set(this.leftOut.map((file) => file.path.replace(`${path}/`, '')))
    yield* this.addText(`${path}/document.html`, documentPage(this.options.locale, folder, missingPaths))
  }

  /** The files of a finalised document are made soon after; waits for them or notes them as left out. */
  private requireFinished({ document, files }: DocumentFolder, path: string) {
    if (!document.finalised_at || document.kind === 'imported') return
    if (files.some(({ path: name }) => name === 'final.docx')) return
    if (this.options.waitsForFiles) throw new NotYet()
    this.leftOut.push({ path: `${path}/final.docx`, why: 'generating' })
  }

  async *addFile(file: ExportedFile, path: string): AsyncGenerator<Uint8Array> {
    if (this.bytes > MAX_BYTES) {
      this.leftOut.push({ path, why: 'large' })
      return
    }
    const content = await this.openContent(file).catch((error) => {
      const reason = reasonOf(error)
      if (!reason) throw error
      this.leftOut.push({ path, why: reason })
    })
    if (content) yield* this.countBytes(this.zip.addStream(path, content, file.at))
  }

  private async openContent({ content }: ExportedFile): Promise<AsyncIterable<Uint8Array>> {
    if ('key' in content) return openFile(this.db, content.key, content.sha256)
    return onePiece(await content.make(this.db))
  }

  addText(path: string, text: string) {
    return this.countBytes(this.zip.addText(path, text, now()))
  }

  addData(path: string) {
    return this.countBytes(this.zip.addStream('data.json', createReadStream(path), now(), { compress: true }))
  }

  end() {
    return this.zip.end()
  }

  private async *countBytes(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    for await (const piece of pieces) {
      this.bytes += piece.length
      yield piece
    }
  }
}

async function* onePiece(bytes: Uint8Array) {
  yield bytes
}

const REASONS: Record<string, LeftOut['why']> = {
  FILE_DAMAGED: 'damaged',
  FILE_GENERATING: 'generating',
  UNAVAILABLE: 'unavailable',
}

const reasonOf = (error: unknown) => (error instanceof AppError ? REASONS[error.code] : undefined)

/** Writes the records of data.json, up to the beginning of its documents. */
async function writeHead(data: FileHandle, records: Record<string, unknown>) {
  const text = JSON.stringify(records, null, 2)
  await data.write(`${text.slice(0, -2)},\n  "documents": [`)
}

async function writeDocument(
  data: FileHandle,
  { record }: DocumentFolder,
  { path, isFirst }: { path: string; isFirst: boolean },
) {
  const text = JSON.stringify({ folder: path, ...record })
  await data.write(`${isFirst ? '' : ','}\n    ${text}`)
}
