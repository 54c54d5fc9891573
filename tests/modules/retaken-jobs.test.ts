import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { releaseJobs } from '#src/jobs/pgboss-tables.ts'
import { testDatabase } from '#tests/support/database.ts'

const QUEUE = 'mail'

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})

/** The active jobs that a killed server has left. */
async function activeJobs(count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into pgboss.job (name, data, state)
    select ${QUEUE}, '{}', 'active' from generate_series(1, ${count}) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

async function statesOf(ids: string[]) {
  const { rows } = await sql<{ id: string; state: string }>`select id, state from pgboss.job
    where name = ${QUEUE} and id = any(${ids}::uuid[])`.execute(db)
  return ids.map((id) => rows.find((row) => row.id === id)?.state)
}

test('the active jobs of a killed server are released, except those locked by another', async () => {
  const ids = await activeJobs(3)
  await db.transaction().execute(async (trx) => {
    await sql`select 1 from pgboss.job where name = ${QUEUE} and id = ${ids[1]} for update`.execute(trx)
    // Otherwise PostgreSQL would abort one of the two transactions as a deadlock.
    const retaken = db.transaction().execute(async (own) => {
      await sql`set local lock_timeout = '2s'`.execute(own)
      await releaseJobs(own)
    })
    await expect(retaken).resolves.toBeUndefined()
  })
  expect(await statesOf(ids)).toEqual(['retry', 'active', 'retry'])
})
