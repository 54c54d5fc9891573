import { connect } from '#src/app/database.ts'
import { isKeyOfDatabase, isKeyTableMade } from '#src/auth/secret-key.ts'

/**
 * Throws if `SECRET_KEY` is not the key of the database, because a restore of the backup would later refuse
 * the right key.
 */
export async function refuseWrongKey(url: string): Promise<void> {
  const db = connect(url, 1)
  try {
    // A database of an earlier version has no table of keys.
    if ((await isKeyTableMade(db)) && (await isKeyOfDatabase(db)) === false)
      throw new Error(
        'SECRET_KEY is not the key of this database. A backup remembers it, so set the right one.',
      )
  } finally {
    await db.destroy()
  }
}
