import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import { isId } from '#src/core/ids.ts'
import { privateFolder } from '#src/files/disk.ts'

/** The folder of files during upload and check, on the server's own disk. */
const folder = () => resolve(config.DATA_DIR, 'uploads')

export const incomingPath = (id: string) => join(folder(), id)
/** The path of the working copy. */
export const workingCopyPath = (id: string) => `${incomingPath(id)}.copy`

/** The maximum size of a file, in bytes. */
export const maxBytes = () => config.IMPORT_MAX_MB * 1024 * 1024

/** The number of bytes received; 0 when there is no file. */
export async function receivedBytes(id: string): Promise<number> {
  return stat(incomingPath(id)).then(
    ({ size }) => size,
    () => 0,
  )
}

const lockedIds = new Set<string>()

/** Runs `work`, or throws UPLOAD_INCOMPLETE if another request in this process uses the file. */
export async function withUploadLock<T>(id: string, work: () => Promise<T>): Promise<T> {
  if (lockedIds.has(id)) throw new AppError('UPLOAD_INCOMPLETE')
  lockedIds.add(id)
  try {
    return await work()
  } finally {
    lockedIds.delete(id)
  }
}

/**
 * Appends a chunk to the file and returns the new size. Bytes received before a broken connection remain.
 * Throws TOO_LARGE beyond `max` without reading further, and UPLOAD_INCOMPLETE when the chunk is not the
 * next one.
 */
export async function receive(id: string, body: AsyncIterable<Uint8Array>, offset: number, max: number) {
  privateFolder(folder())
  if ((await receivedBytes(id)) !== offset) throw new AppError('UPLOAD_INCOMPLETE')
  const file = await open(incomingPath(id), 'a')
  try {
    return await writeAll(file, body, offset, max)
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, body: AsyncIterable<Uint8Array>, offset: number, max: number) {
  let size = offset
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > max) throw tooLarge()
    await file.write(chunk)
    fault('import: received in part')
  }
  return size
}

export const tooLarge = () =>
  new AppError('TOO_LARGE', { megabytes: config.IMPORT_MAX_MB }, 'documents.import.problem.size')

export async function deleteIncoming(id: string) {
  await rm(incomingPath(id), { force: true })
  await rm(workingCopyPath(id), { force: true })
}

/** The ids of the uploads with a file, and the times when these files were last written. */
export async function listIncoming(): Promise<{ id: string; at: Date }[]> {
  const names = await readdir(folder()).catch(() => [])
  const ids = new Set(names.map((name) => name.replace(/\.copy$/, '')).filter(isId))
  const times = await Promise.all([...ids].map((id) => stat(incomingPath(id)).catch(() => null)))
  return [...ids].map((id, index) => ({ id, at: times[index]?.mtime ?? new Date(0) }))
}
