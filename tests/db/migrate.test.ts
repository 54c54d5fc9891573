import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DatabaseOfOtherVersion, migrate } from '#src/db/migrate.ts'
import { testDatabase } from '#tests/support/database.ts'

test('a database of another version is refused and left unchanged', async () => {
  const db = await testDatabase(2)
  const migrations = async () =>
    (await sql`select * from platform.kysely_migration order by name`.execute(db)).rows
  await migrate(db)
  await sql`insert into platform.kysely_migration values
    ('20261121T1000_platform_create_tables', '2026-11-21T10:00:00.000Z')`.execute(db)
  const before = await migrations()
  const error = await migrate(db).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(DatabaseOfOtherVersion)
  expect(error.message).toContain('does not know its migration 20261121T1000_platform_create_tables.')
  expect(await migrations()).toEqual(before)
})
