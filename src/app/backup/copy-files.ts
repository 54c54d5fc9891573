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
  copied: number
  /** The number of files that were already in the target, with equal content. */
  there: number
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

const AT_ONCE = 4
/** The number of files after which a line of progress is printed. */
const FILES_PER_LINE = 1000

/**
 * Copies files from one store to another, and verifies the hash of each. Can be interrupted and repeated: a
 * file that already exists with the same hash is skipped. Deletes nothing.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  files: Iterable<KnownFile>,
  { onCopied = () => {}, report = () => {} }: CopyOptions = {},
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, there: 0, bytes: 0, missing: [], different: [] }
  const folder = await mkdtemp(join(tmpdir(), 'qishu-copy-'))
  const waiting = files[Symbol.iterator]()
  let doneCount = 0
  const work = async (number: number) => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      await copyFile(from, to, next.value, join(folder, String(number)), result, onCopied)
      if (++doneCount % FILES_PER_LINE === 0)
        report(`${doneCount} files, ${Math.round(result.bytes / 1024 ** 2)} MB copied …`)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => work(number)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return result
}

async function copyFile(
  from: FileStore,
  to: FileStore,
  file: KnownFile,
  path: string,
  result: CopyResult,
  onCopied: (file: CopiedFile) => void,
) {
  const { key, sha256 } = file
  const sourceContent = sha256 && (await to.exists(key)) ? await contentIn(to, key) : null
  if (sourceContent && sourceContent.sha256 === sha256) {
    result.there++
    return onCopied({ key, ...sourceContent })
  }
  if (!(await from.exists(key))) return void result.missing.push(key)
  const content = await contentTo(from, key, path)
  if (sha256 && content.sha256 !== sha256) return void result.different.push({ key, ...content })
  await to.putFrom(key, path, content)
  result.copied++
  result.bytes += content.bytes
  onCopied({ key, ...content })
}

/** A stream that computes the size and the hash of what passes through it. */
function measuringStream() {
  const sum = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(piece, _, doneCount) {
      sum.update(piece)
      bytes += piece.length
      doneCount(null, piece)
    },
  })
  return { stream, content: (): FileContent => ({ sha256: sum.digest('hex'), bytes }) }
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
