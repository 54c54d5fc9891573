import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { ALL_SIGNED } from './signed.ts'

/**
 * A hash of all rows of our tables except those in `except`. The nonce of a signed request and the record of
 * a refused one are left out.
 */
export async function checksum(db: Db, except: string[] = []): Promise<string> {
  const omittedTables = [...except, 'platform.security_event']
  if (ALL_SIGNED) omittedTables.push('platform.nonce')
  const tables = await ownTables(db)
  const hashes: string[] = []
  for (const name of tables.filter((table) => !omittedTables.includes(table))) {
    const { rows } = await sql<{ hash: string | null }>`
      select md5(string_agg(row::text, '|' order by row::text)) as hash from ${sql.table(name)} as row`.execute(
      db,
    )
    hashes.push(`${name} ${rows[0]?.hash}`)
  }
  return hashes.join('\n')
}

export async function ownTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'pgboss', 'public')
    order by 1`.execute(db)
  if (rows.length < 12) throw new Error(`only ${rows.length} tables: this is not the whole database`)
  return rows.map((row) => row.name)
}
