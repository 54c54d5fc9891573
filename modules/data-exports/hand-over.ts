import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { recordSecurityEvent } from '#src/auth/security-event.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { archivePieces } from './contents/archive-pieces.ts'
import type { LeftOut } from './schema.ts'

/**
 * Writes the data export of an account that cannot log in to a new file, which its owner gets from support,
 * and records a security event. Returns the files that were left out; throws when the file exists.
 */
export async function handOverData(
  db: Db,
  viewer: Viewer,
  { path, locale }: { path: string; locale: Locale },
): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  const options = { viewer, locale, dataPath: `${path}.json`, waitsForFiles: false }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(Readable.from(archivePieces(db, options, leftOut, async () => {})), file)
  } finally {
    await rm(options.dataPath, { force: true })
  }
  const account = { accountId: viewer.id, teamId: viewer.teamId }
  await recordSecurityEvent(db, { kind: 'export', ...account, detail: 'handed-over' })
  return leftOut
}
