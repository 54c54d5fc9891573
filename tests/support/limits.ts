import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import type { Db } from '#src/app/database.ts'
import { startRateLimits } from '#src/auth/rate-limit.ts'
import { Pool, REQUESTS } from '#src/db/pool.ts'
import { DatabaseWatch } from '#src/db/watch.ts'

/** Counts requests as the server does; most tests go without, since all of theirs come from one place. */
export async function useRateLimits(db: Db) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${rows[0]!.name}`)
  const pool = new Pool(new DatabaseWatch(url), REQUESTS)
  startRateLimits(pool)
  afterAll(() => pool.end())
}
