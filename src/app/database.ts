import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '#src/db/db.ts'
import { BACKGROUND, type Limits, Pool } from '#src/db/pool.ts'
import { tracedDialect } from '#src/db/traced-dialect.ts'
import { DatabaseWatch } from '#src/db/watch.ts'

// Counts and sums come back as bigint text; ours all fit a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// What is numeric and whole is money.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) =>
  /^-?\d+$/.test(text) ? BigInt(text) : Number(text),
)

/** What a request asks; `background` for whatever may take longer. */
export function openDatabase(watch: DatabaseWatch, limits: Limits): { db: Db; pool: Pool } {
  const pool = new Pool(watch, limits)
  const dialect = new PostgresDialect({ pool })
  return { db: new Kysely<Database>({ dialect: tracedDialect(dialect) }), pool }
}

/** A database on its own, for commands and tests. */
export const connect = (url: string, max = 20): Db =>
  openDatabase(new DatabaseWatch(url), { ...BACKGROUND, max }).db
