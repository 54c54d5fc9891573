import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { connect } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import { ownTables } from './checksum.ts'
import { atTheEnd } from './closing.ts'
import { testUrl, urlOf } from './database.ts'
import { ALL_SIGNED } from './signed.ts'

/** Creates a second database with the same rows; it is dropped at the end of the file. */
export async function twinOf(db: Db): Promise<Db> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const { pathname } = new URL(await urlOf(db))
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  // A database that is copied must have no connections; the pool reconnects automatically.
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    pathname.slice(1),
  ])
  await client.query(`create database ${name} template ${pathname.slice(1)}`)
  await untilAnswered(db)
  const twin = connect(testUrl(inject('postgresUrl'), name), 4)
  atTheEnd(async () => {
    await twin.destroy()
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  })
  return twin
}

/**
 * Waits until the database answers: during the copy it accepts no connections, so the connection watch may
 * consider it down for a moment.
 */
async function untilAnswered(db: Db) {
  const answers = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
  for (let tries = 0; tries < 100 && !(await answers()); tries++) await wait(100)
}

/** Columns that differ between two databases after the same requests: ids, times and random values. */
const RANDOM_VALUES = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)?/g,
  /(?<![\w/+-])[\w/+-]{20,}={0,2}/g,
  /qishu_[a-z2-7]{6}/g,
]

/** The content of a mail repeats values of other tables, codes, and short forms of ids. */
const MAIL = ['html', 'text', 'code', 'subject']

/** Every row of our tables as text, without random values and in an order that does not depend on them. */
export async function rowsOf(db: Db): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>()
  for (const table of await ownTables(db)) {
    // The nonce of a signed request belongs to no record.
    if (ALL_SIGNED && table === 'platform.nonce') continue
    const { rows } = await sql<{ text: string }>`
      select (to_jsonb(row) - ${table === 'platform.mail' ? MAIL : []}::text[])::text as text from ${sql.table(table)} as row`.execute(
      db,
    )
    const plain = rows.map(({ text }) => RANDOM_VALUES.reduce((left, one) => left.replace(one, '…'), text))
    texts.set(table, plain.sort())
  }
  return texts
}
