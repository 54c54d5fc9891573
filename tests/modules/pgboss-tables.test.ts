import { sql } from 'kysely'
import packageJson from 'pg-boss/package.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { PGBOSS_SCHEMA } from '#src/jobs/pgboss-tables.ts'
import { testDatabase } from '#tests/support/database.ts'

const CHECK_AGAIN =
  'The schema of pg-boss has changed: check the statements in src/jobs/pgboss-tables.ts, then update PGBOSS_SCHEMA'

test('the statements were written for the schema of the installed pg-boss', async () => {
  const db = await testDatabase(2)
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(db)
  expect(packageJson.pgboss.schema, CHECK_AGAIN).toBe(PGBOSS_SCHEMA)
  expect(rows, CHECK_AGAIN).toEqual([{ version: PGBOSS_SCHEMA }])
})
