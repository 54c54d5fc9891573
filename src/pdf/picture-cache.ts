import { mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ago, DAY, HOUR, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { privateFolder } from '#src/files/disk.ts'
import { job } from '#src/jobs/jobs.ts'

/** The maximum size of all pictures together, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024

/** The folder of page pictures, which are keyed by the SHA-256 of their file. */
export const picturesFolder = () => privateFolder(resolve(config.DATA_DIR, 'pictures'))

const pathOf = (sha256: string, name: string) => join(resolve(config.DATA_DIR, 'pictures'), sha256, name)

/** A picture from the cache; null if it is not there. */
export async function cachedPicture(sha256: string, name: string): Promise<Uint8Array | null> {
  const path = pathOf(sha256, name)
  try {
    const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)])
    if (mtimeMs < ago(HOUR).getTime()) await utimes(path, now(), now())
    return bytes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The number of bytes in use, as counted by this process; null before the first scan. */
let usedBytes: number | null = null

/** Moves a finished picture into the cache. */
export async function storePicture(sha256: string, temporaryPath: string, name: string): Promise<void> {
  const { size } = await stat(temporaryPath)
  await mkdir(join(picturesFolder(), sha256), { recursive: true, mode: 0o700 })
  await rename(temporaryPath, pathOf(sha256, name))
  usedBytes ??= await sizeOfAll()
  usedBytes += size
  if (usedBytes > MAX_BYTES) await removeOldPictures(MAX_BYTES * 0.8)
}

interface CachedPicture {
  path: string
  size: number
  usedAt: number
}

async function cachedPictures(): Promise<CachedPicture[]> {
  const root = picturesFolder()
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const pictures = await Promise.all(
    files.map(async (path) => {
      const stats = await stat(path).catch(() => null)
      return stats && { path, size: stats.size, usedAt: stats.mtimeMs }
    }),
  )
  return pictures.filter((one) => one !== null)
}

const sizeOfAll = async () => (await cachedPictures()).reduce((sum, { size }) => sum + size, 0)

/**
 * Removes pictures that were not requested for a day, then the oldest ones until at most `max` bytes remain.
 */
export async function removeOldPictures(max = MAX_BYTES): Promise<void> {
  const oldestTime = ago(DAY).getTime()
  let remainingBytes = 0
  for (const { path, size, usedAt } of (await cachedPictures()).sort(
    (one, other) => other.usedAt - one.usedAt,
  )) {
    if (usedAt >= oldestTime && remainingBytes + size <= max) remainingBytes += size
    else await rm(path, { force: true })
  }
  usedBytes = remainingBytes
  await removeEmptyFolders()
}

/** Leaves folders of the last hour, because a new folder may still be waiting for its first picture. */
async function removeEmptyFolders() {
  const root = picturesFolder()
  for (const name of await readdir(root)) {
    const path = join(root, name)
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < ago(HOUR).getTime()) await rmdir(path).catch(() => {})
  }
}

/** Removes old pictures, which includes those of deleted documents within a day. */
export const oldPictures = job('old-pictures', () => removeOldPictures())
