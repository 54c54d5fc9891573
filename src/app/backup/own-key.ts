import type pg from 'pg'
import { markOfKey } from '#src/auth/secret-key.ts'
import { config } from '#src/core/config.ts'

/** Throws if `SECRET_KEY` is not the one of the database: with that backup the right one would be refused. */
export async function refuseWrongKey(client: pg.Client): Promise<void> {
  // A database of an earlier version has no such table yet.
  const { rows: tables } = await client.query(`select to_regclass('platform.secret_key') is not null as made`)
  if (!tables[0].made) return
  const { rows } = await client.query('select mark from platform.secret_key where replaced_at is null')
  if (rows.length && rows[0].mark !== markOfKey(config.secretKey))
    throw new Error(
      'SECRET_KEY is not the key of this database. A backup remembers it, so set the right one.',
    )
}
