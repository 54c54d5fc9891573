import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import { isId } from '#src/core/ids.ts'
import { privateFolder } from '#src/files/disk.ts'

/** Where files stand while they come in and are looked at: beside the store, on the server's own disk. */
const folder = () => resolve(config.DATA_DIR, 'uploads')

export const incomingFile = (id: string) => join(folder(), id)
/** What is made of it to be shown and signed. */
export const copyFile = (id: string) => `${incomingFile(id)}.copy`

/** The largest file, in bytes. */
export const mostBytes = () => config.IMPORT_MAX_MB * 1024 * 1024

/** How much has come; 0 for nothing. */
export async function receivedOf(id: string): Promise<number> {
  return stat(incomingFile(id)).then(
    ({ size }) => size,
    () => 0,
  )
}

const busy = new Set<string>()

/** Nobody else touches the file meanwhile. Throws UPLOAD_INCOMPLETE when somebody does already. */
export async function alone<T>(id: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(id)) throw new AppError('UPLOAD_INCOMPLETE')
  busy.add(id)
  try {
    return await work()
  } finally {
    busy.delete(id)
  }
}

/**
 * Writes what comes in behind what has come, and tells how much there is then. What came before a broken line
 * stays. Throws TOO_LARGE beyond `most`, having read no more than that, and UPLOAD_INCOMPLETE where it is not
 * the next piece.
 */
export async function receive(id: string, body: AsyncIterable<Uint8Array>, offset: number, most: number) {
  privateFolder(folder())
  if ((await receivedOf(id)) !== offset) throw new AppError('UPLOAD_INCOMPLETE')
  const file = await open(incomingFile(id), 'a')
  try {
    return await writeAll(file, body, offset, most)
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, body: AsyncIterable<Uint8Array>, offset: number, most: number) {
  let size = offset
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    await file.write(chunk)
    fault('import: received in part')
  }
  return size
}

export const tooLarge = () =>
  new AppError('TOO_LARGE', { megabytes: config.IMPORT_MAX_MB }, 'documents.import.problem.size')

export async function forget(id: string) {
  await rm(incomingFile(id), { force: true })
  await rm(copyFile(id), { force: true })
}

/** Every upload that has a file, with when that was written last. */
export async function listIncoming(): Promise<{ id: string; at: Date }[]> {
  const names = await readdir(folder()).catch(() => [])
  const ids = new Set(names.map((name) => name.replace(/\.copy$/, '')).filter(isId))
  const times = await Promise.all([...ids].map((id) => stat(incomingFile(id)).catch(() => null)))
  return [...ids].map((id, index) => ({ id, at: times[index]?.mtime ?? new Date(0) }))
}
