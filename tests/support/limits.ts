import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { startRateLimits } from '#src/auth/rate-limit.ts'
import type { Db } from '#src/db/db.ts'
import { Pool, REQUESTS } from '#src/db/pool.ts'
import { DatabaseWatch } from '#src/db/watch.ts'

/**
 * Applies the server's request limits in this `describe`. Other tests run without them, because all requests
 * come from one address.
 */
export function countRequests(db: () => Db) {
  let pool: Pool
  beforeAll(async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db())
    const url = inject('postgresUrl').replace(/\/postgres$/, `/${rows[0]!.name}`)
    pool = new Pool(new DatabaseWatch(url), REQUESTS)
    startRateLimits(pool)
  })
  afterAll(async () => {
    startRateLimits(null)
    await pool.end()
  })
}
