import { chmodSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { config } from '#src/core/config.ts'

const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

interface Thrown {
  code?: unknown
  cause?: unknown
  /** The HTTP status of a store's answer. */
  status?: unknown
}

/** Whether an error reports a full disk: of the server, the store or PostgreSQL. */
export function isDiskFull(thrown: unknown): boolean {
  for (let error = thrown as Thrown | undefined; error; error = error.cause as Thrown | undefined)
    if (CODES.has(String(error.code)) || error.status === 507) return true
  return false
}

/**
 * The number of free bytes below which a warning is given. They last for an evening of imports and archives.
 */
const LOW_BYTES = 1024 ** 3

/** The number of free bytes on the disk of DATA_DIR, and whether it is low. */
export async function diskSpace(): Promise<{ free: number; low: boolean }> {
  const { bavail, bsize } = await statfs(config.DATA_DIR)
  const free = bavail * bsize
  return { free, low: free < LOW_BYTES }
}

/** Creates a folder that only this user can read, or restricts an existing folder. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  return path
}
