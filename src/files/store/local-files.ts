import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import {
  access,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { ago, HOUR } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import { type FileStore, requireKey } from './file-store.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** No stored key ends with this. */
const UNFINISHED_SUFFIX = '.part'

/** Files on the server's disk. They are written atomically, and only this user can read them. */
export class LocalFiles implements FileStore {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  get place() {
    return this.root
  }

  put(key: string, contents: string | Uint8Array) {
    return this.#write(key, contents)
  }

  putFrom(key: string, path: string) {
    return this.#write(key, createReadStream(path))
  }

  /** Returns a copy of exactly the file's bytes, because small files are read into a shared buffer. */
  async getBytes(key: string) {
    return new Uint8Array(await readFile(this.#path(key)))
  }

  async getStream(key: string) {
    const content = createReadStream(this.#path(key))
    await once(content, 'open')
    return content
  }

  async exists(key: string) {
    const stats = await stat(this.#path(key)).catch(ignoreMissing)
    return stats?.isFile() ?? false
  }

  async delete(key: string) {
    await unlink(this.#path(key)).catch(ignoreMissing)
  }

  async deleteAll(prefix: string) {
    await rm(this.#path(prefix), { recursive: true, force: true })
  }

  async probe() {
    await access(this.root, constants.R_OK | constants.W_OK)
  }

  #path(key: string) {
    return join(this.root, requireKey(key))
  }

  async #write(key: string, contents: Contents) {
    const path = this.#path(key)
    const folder = dirname(path)
    await makeFolder(folder)
    const unfinished = join(folder, `${basename(path)}.${newId()}${UNFINISHED_SUFFIX}`)
    try {
      await this.fill(unfinished, contents)
      fault('store: written, not in its place')
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
    fault('store: in its place, folder not synced')
    await syncFolder(folder)
  }

  /** Writes and waits until the data is on the disk. */
  async fill(path: string, contents: Contents) {
    const file = await open(path, 'wx', FILE_MODE)
    try {
      await this.writeTo(file, contents)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** Overridden by tests to simulate a full disk. */
  async writeTo(file: FileHandle, contents: Contents) {
    await file.writeFile(contents)
  }

  /** Deletes unfinished files of a server that died, after an hour. */
  async deleteUnfinished(folder = this.root): Promise<void> {
    const entries = await opendir(folder).catch(() => [])
    for await (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await this.deleteUnfinished(path)
      else if (entry.name.endsWith(UNFINISHED_SUFFIX) && (await isOld(path))) await rm(path, { force: true })
    }
  }
}

type Contents = string | Uint8Array | Readable

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

const isOld = (path: string) =>
  stat(path).then(
    ({ mtime }) => mtime < ago(HOUR),
    () => false,
  )

/** Creates a folder and syncs its parent, which makes the new folder durable. */
async function makeFolder(folder: string) {
  const firstCreated = await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  if (!firstCreated) return
  for (let created = folder; created.length >= firstCreated.length; created = dirname(created))
    await syncFolder(dirname(created))
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
