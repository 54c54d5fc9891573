import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Db } from '#src/database.ts'
import { startRateLimits } from '#src/rate-limit.ts'

/** Counts the requests of this `describe` as the server does; other tests go without, since all of theirs come from one place. */
export function countRequests(db: () => Db) {
  let pool: pg.Pool
  beforeAll(async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db())
    const url = inject('postgresUrl').replace(/\/postgres$/, `/${rows[0]!.name}`)
    pool = new pg.Pool({ connectionString: url, max: 4 })
    pool.on('error', () => {})
    startRateLimits(pool)
  })
  afterAll(async () => {
    startRateLimits(null)
    await pool.end()
  })
}
