import { currentSigningFaults } from '#modules/signing/index.ts'
import { isKeyOfDatabase, noteSecretKey } from '#src/auth/secret-key.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'

/** Whether `SECRET_KEY` belongs to this database, as far as it can be checked. */
export async function secretKeyFits(db: Db): Promise<boolean> {
  const isOwnKey = await isKeyOfDatabase(db)
  return isOwnKey ?? !(await currentSigningFaults(db)).includes('signingKey')
}

/**
 * Runs at the start: stores the key of a new database, and reports a wrong key; pages work in spite of it.
 */
export async function checkSecretKey(db: Db): Promise<void> {
  if (await secretKeyFits(db)) return noteSecretKey(db)
  log.error(
    { event: 'secret key wrong' },
    'SECRET_KEY is not the key of this database: nothing can be signed, authenticator apps and recovery codes do not work, and action logs cannot be confirmed. Start the server with the right one, or see “Changing secrets” in docs/running.md.',
  )
}
