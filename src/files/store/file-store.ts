import type { Readable } from 'node:stream'

/** The size and the SHA-256 (hex) of a file's content. */
export interface FileContent {
  sha256: string
  bytes: number
}

/** Where stored files are: a folder on the server's disk, or an S3-compatible store. */
export interface FileStore {
  /** The place in words for the operator, without a secret. */
  readonly place: string
  put(key: string, contents: string | Uint8Array): Promise<void>
  /** Stores a file from the server's disk, with known content. */
  putFrom(key: string, path: string, content: FileContent): Promise<void>
  getBytes(key: string): Promise<Uint8Array>
  getStream(key: string): Promise<Readable>
  exists(key: string): Promise<boolean>
  /** Also succeeds if the file is already gone. */
  delete(key: string): Promise<void>
  /** Deletes the file `prefix`, and every file below it. */
  deleteAll(prefix: string): Promise<void>
  /** Returns if the store answers a read request; otherwise throws the reason. */
  probe(): Promise<void>
}

const MAX_KEY_LENGTH = 512

/**
 * Throws for a key that could leave its folder or bucket, which is a programming error, because keys consist
 * of our own ids.
 */
export function requireKey(key: string): string {
  const isInvalid =
    !key ||
    Buffer.byteLength(key) > MAX_KEY_LENGTH ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
    /[\u0000-\u001f\u007f\\]/.test(key) ||
    key.split('/').some((part) => part === '' || part === '.' || part === '..')
  if (isInvalid) throw new Error(`no key of a file: ${JSON.stringify(key)}`)
  return key
}
