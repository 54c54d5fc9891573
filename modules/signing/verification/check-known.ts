import type { Limit } from '#src/auth/rate-limit.ts'
import type { Db } from '#src/db/db.ts'
import { checkFile } from './check.ts'

/** Limits the checks of one network or one team. */
export const FILE_CHECK_LIMIT: Limit = { name: 'file-checks', points: 30, per: 600 }

/** Maximum size of a checked file in bytes. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** Checks a file against the certificates that we know. */
export async function checkKnown(db: Db, file: Uint8Array) {
  const { knownIdentities } = await import('../providers/builtin/authority/authority.ts')
  const { trustedTimestampServers } = await import('../providers/builtin/identities/stored-identities.ts')
  const { allRevoked } = await import('../providers/builtin/authority/revocations.ts')
  return checkFile(file, await knownIdentities(db), await trustedTimestampServers(db), await allRevoked(db))
}

/** Whether the bytes are a PDF: readers look for the header in the first kilobyte. */
export const isPdf = (file: Uint8Array) => Buffer.from(file.subarray(0, 1024)).includes('%PDF-')
