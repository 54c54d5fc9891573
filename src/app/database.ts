import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '#src/db/db.ts'
import { BACKGROUND, type Limits, Pool } from '#src/db/pool.ts'
import { tracedDialect } from '#src/db/traced-dialect.ts'
import { DatabaseWatch } from '#src/db/watch.ts'

// Counts and sums arrive as bigint texts; all of ours fit into a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A numeric without decimals is an amount of money, which may be too large for a double.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) =>
  /^-?\d+$/.test(text) ? BigInt(text) : Number(text),
)

/** Opens a pool of connections with the limits REQUESTS, or with BACKGROUND for longer work. */
export function openDatabase(watch: DatabaseWatch, limits: Limits): { db: Db; pool: Pool } {
  const pool = new Pool(watch, limits)
  const dialect = new PostgresDialect({ pool })
  return { db: new Kysely<Database>({ dialect: tracedDialect(dialect, limits.name) }), pool }
}

/** A database with a watch of its own, for commands and tests. */
export const connect = (url: string, max = 20): Db =>
  openDatabase(new DatabaseWatch(url), { ...BACKGROUND, max }).db
