import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileContent, FileStore } from '#src/files/store/file-store.ts'

/** A file according to the database. A file that was never checked has no hash yet. */
export interface KnownFile {
  key: string
  sha256: string | null
  bytes: number | null
}

export interface CopiedFile extends FileContent {
  key: string
}

export interface CopyResult {
  copiedCount: number
  /** The number of files that were already in the target, with equal content. */
  skippedCount: number
  bytes: number
  /** Files missing in the source. */
  missing: string[]
  /** Files whose hash differs from the recorded hash; they are not copied. */
  different: CopiedFile[]
}

interface CopyOptions {
  /** Called for each file that is now in the target. */
  onCopied?: (file: CopiedFile) => void
  report?: (line: string) => void
}

const CONCURRENCY = 4
/** The number of files after which a line of progress is printed. */
const FILES_PER_LINE = 1000

/**
 * Copies files from one store to another, and verifies the hash of each. Can be interrupted and repeated: a
 * file that already exists with the same hash is skipped. Deletes nothing.
 */
export async function copyFiles(
  source: FileStore,
  target: FileStore,
  files: Iterable<KnownFile>,
  { onCopied = () => {}, report = () => {} }: CopyOptions = {},
): Promise<CopyResult> {
  const result: CopyResult = { copiedCount: 0, skippedCount: 0, bytes: 0, missing: [], different: [] }
  const folder = await mkdtemp(join(tmpdir(), 'qishu-copy-'))
  const fileQueue = files[Symbol.iterator]()
  let doneCount = 0
  const work = async (number: number) => {
    for (let nextFile = fileQueue.next(); !nextFile.done; nextFile = fileQueue.next()) {
      await copyFile(source, target, nextFile.value, join(folder, String(number)), result, onCopied)
      if (++doneCount % FILES_PER_LINE === 0)
        report(`${doneCount} files, ${Math.round(result.bytes / 1024 ** 2)} MB copied …`)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, (_, number) => work(number)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return result
}

async function copyFile(
  source: FileStore,
  target: FileStore,
  file: KnownFile,
  path: string,
  result: CopyResult,
  onCopied: (file: CopiedFile) => void,
) {
  const { key, sha256 } = file
  const targetContent = sha256 && (await target.exists(key)) ? await contentIn(target, key) : null
  if (targetContent && targetContent.sha256 === sha256) {
    result.skippedCount++
    return onCopied({ key, ...targetContent })
  }
  if (!(await source.exists(key))) return void result.missing.push(key)
  const content = await contentTo(source, key, path)
  if (sha256 && content.sha256 !== sha256) return void result.different.push({ key, ...content })
  await target.putFrom(key, path, content)
  result.copiedCount++
  result.bytes += content.bytes
  onCopied({ key, ...content })
}

/** A stream that computes the size and the hash of what passes through it. */
function measuringStream() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk, _, callback) {
      hash.update(chunk)
      bytes += chunk.length
      callback(null, chunk)
    },
  })
  return { stream, content: (): FileContent => ({ sha256: hash.digest('hex'), bytes }) }
}

async function contentTo(store: FileStore, key: string, path: string): Promise<FileContent> {
  const { stream, content } = measuringStream()
  await pipeline(await store.getStream(key), stream, createWriteStream(path, { mode: 0o600 }))
  return content()
}

export async function contentIn(store: FileStore, key: string): Promise<FileContent> {
  const { stream, content } = measuringStream()
  stream.resume()
  await pipeline(await store.getStream(key), stream)
  return content()
}

/** The content of a file on the server's disk. */
export async function contentOfPath(path: string): Promise<FileContent> {
  const { stream, content } = measuringStream()
  stream.resume()
  await pipeline(createReadStream(path), stream)
  return content()
}
