import type { Readable } from 'node:stream'

/** The content of a file; its SHA-256 in hex. */
export interface FileContent {
  sha256: string
  bytes: number
}

/** Where stored files are: a folder on the server's disk, or an S3-compatible store. */
export interface FileStore {
  /** For the operator, without a secret. */
  readonly place: string
  put(key: string, contents: string | Uint8Array): Promise<void>
  /** Stores a file from the server's disk, with known content. */
  putFrom(key: string, path: string, content: FileContent): Promise<void>
  getBytes(key: string): Promise<Uint8Array>
  getStream(key: string): Promise<Readable>
  exists(key: string): Promise<boolean>
  /** Succeeds also if the file is gone already. */
  delete(key: string): Promise<void>
  /** Deletes the file `prefix`, and every file below it. */
  deleteAll(prefix: string): Promise<void>
  /** Returns if the store answers a read request; throws the reason otherwise. */
  answer(): Promise<void>
}

const MAX_KEY_LENGTH = 512

/** Keys consist of our own ids; one that could leave its folder or bucket is a programming error. */
export function requireKey(key: string): string {
  const wrong =
    !key ||
    Buffer.byteLength(key) > MAX_KEY_LENGTH ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
    /[\u0000-\u001f\u007f\\]/.test(key) ||
    key.split('/').some((part) => part === '' || part === '.' || part === '..')
  if (wrong) throw new Error(`no key of a file: ${JSON.stringify(key)}`)
  return key
}
