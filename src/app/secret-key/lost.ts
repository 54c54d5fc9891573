import { sql } from 'kysely'
import { rotateKeys } from '#modules/signing/index.ts'
import { forgetSecretKeys, isKeyOfDatabase, isKeyTableMade } from '#src/auth/secret-key.ts'
import type { Db } from '#src/db/db.ts'

/**
 * Makes `SECRET_KEY` the key of a database whose own key is lost; creates a new signing authority and a new
 * key of the public log. Returns false if it is already the key of the database.
 */
export async function acceptLostKey(db: Db): Promise<boolean> {
  if (!(await isKeyTableMade(db)) || (await isKeyOfDatabase(db))) return false
  // If this is interrupted, making the keys twice does no harm.
  await rotateKeys(db, { root: true })
  await db.transaction().execute(async (trx) => {
    await sql`lock table platform.secret_key in access exclusive mode`.execute(trx)
    await forgetSecretKeys(trx)
  })
  return true
}
