import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import type { Damage } from '#src/db/platform-schema.ts'
import { privateFolder } from '#src/files/disk.ts'
import type { FileContent, FileStore } from '#src/files/store/file-store.ts'
import { LocalFiles } from '#src/files/store/local-files.ts'
import { S3Files } from '#src/files/store/s3-files.ts'
import { tracedClient } from '#src/telemetry/spans.ts'
import { damageOf, findStored, recordCheck, recordStored } from './stored-file.ts'

let store: FileStore | null = null

/** The store of files: the disk under DATA_DIR, or an S3-compatible store if STORAGE_S3_URL is set. */
export function storage(): FileStore {
  store ??= tracedClient('store', config.s3 ? new S3Files(config.s3) : localStore(), TRACED_METHODS)
  return store
}

const TRACED_METHODS: (keyof FileStore)[] = [
  'put',
  'putFrom',
  'getBytes',
  'getStream',
  'exists',
  'delete',
  'deleteAll',
]

export const localStore = () => new LocalFiles(privateFolder(resolve(config.DATA_DIR, 'files')))

/**
 * Stores a file. `key` is made of our own ids, never of a user's file name. After the write, the hash of the
 * file is recorded in the caller's transaction; a rollback leaves a file without a row.
 */
export async function putFile(db: Db, key: string, bytes: Uint8Array) {
  await storage().put(key, bytes)
  await recordStored(db, key, contentOf(bytes))
}

/** Stores a file from the server's disk, as a stream. */
export async function putFileFrom(db: Db, key: string, path: string) {
  const content = await contentOfStream(createReadStream(path))
  await storage().putFrom(key, path, content)
  await recordStored(db, key, content)
}

/**
 * The content of a stored file. Throws FILE_DAMAGED if it is missing or does not match its recorded hash, or
 * `sha256` if the caller's own row has a hash; in that case the desk is notified.
 */
export async function getFile(db: Db, key: string, sha256?: string): Promise<Uint8Array> {
  const bytes = await orMissing(key, async () => storage().getBytes(key))
  refuseDamaged(await checkStored(db, key, bytes && contentOf(bytes), sha256))
  return bytes!
}

/** Throws FILE_DAMAGED under the conditions of `getFile`; reads the file as a stream. */
export async function requireIntact(db: Db, key: string, sha256?: string) {
  refuseDamaged(await checkFile(db, key, sha256))
}

/**
 * The file as a stream, which is checked completely before the first byte is returned. If the file changes
 * in the meantime, the stream ends with an error.
 */
export async function openFile(db: Db, key: string, sha256?: string): Promise<Readable> {
  const stored = await orMissing(key, () => contentAt(key))
  refuseDamaged(await checkStored(db, key, stored, sha256))
  const content = verifiedStream(await storage().getStream(key), stored!.sha256)
  return Readable.from(content, { objectMode: false })
}

/** Checks a stored file now and records the result; returns null if it is intact. */
export const checkFile = async (db: Db, key: string, sha256?: string): Promise<Damage | null> =>
  checkStored(db, key, await orMissing(key, () => contentAt(key)), sha256)

function refuseDamaged(damage: Damage | null) {
  if (damage) throw new AppError('FILE_DAMAGED')
}

/** Compares with the owner's hash first, so that an intact file needs no query. */
async function checkStored(
  db: Db,
  key: string,
  stored: FileContent | null,
  sha256?: string,
): Promise<Damage | null> {
  if (sha256 && stored?.sha256 === sha256) return null
  const row = await findStored(db, key, sha256)
  const damage = damageOf(row ?? { sha256: sha256 ?? null, bytes: null }, stored)
  if (row && (damage !== row.damage || row.sha256 === null)) await recordCheck(db, row, damage, stored)
  if (damage && !row) log.error({ event: 'file damaged', key, damage }, 'stored file damaged, and not listed')
  return damage
}

/** Null if the store answers that the file does not exist; throws if the store does not answer. */
async function orMissing<T>(key: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (await storage().exists(key)) throw error
    return null
  }
}

const contentOf = (bytes: Uint8Array): FileContent => ({
  sha256: hash('sha256', bytes),
  bytes: bytes.byteLength,
})

const contentAt = async (key: string) => contentOfStream(await storage().getStream(key))

async function contentOfStream(content: Readable): Promise<FileContent> {
  const digest = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    digest.update(chunk)
    bytes += chunk.length
  }
  return { sha256: digest.digest('hex'), bytes }
}

/** Delays the stream by one chunk, so that the last chunk is only sent if the hash is right. */
async function* verifiedStream(content: Readable, sha256: string): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  let previousChunk: Uint8Array | undefined
  for await (const chunk of content) {
    if (previousChunk) yield previousChunk
    digest.update(chunk)
    previousChunk = chunk
  }
  if (digest.digest('hex') !== sha256) throw new AppError('FILE_DAMAGED')
  if (previousChunk) yield previousChunk
}
