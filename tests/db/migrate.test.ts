import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import { DatabaseOfOtherVersion, migrate, type OwnMigration } from '#src/db/migrate.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { emptyDatabase, testDatabase } from '#tests/support/database.ts'

test('a database of another version is refused and left unchanged', async () => {
  const db = await testDatabase(2)
  const migrations = async () =>
    (await sql`select * from platform.kysely_migration order by name`.execute(db)).rows
  await migrate(db)
  await sql`insert into platform.kysely_migration values
    ('20261121T1000_platform_create_tables', '2026-11-21T10:00:00.000Z')`.execute(db)
  const migrationsBefore = await migrations()
  const error = await migrate(db).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(DatabaseOfOtherVersion)
  expect(error.message).toContain('does not know its migration 20261121T1000_platform_create_tables.')
  expect(await migrations()).toEqual(migrationsBefore)
})

const executing =
  (...statements: string[]): OwnMigration['up'] =>
  async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }

const CREATED: Record<string, OwnMigration> = {
  '1_create': { up: executing('create table public.line (id int, word text)') },
}
const INDEX: OwnMigration = {
  up: executing(
    'drop index concurrently if exists public.line_word',
    'create index concurrently line_word on public.line (word)',
  ),
  transaction: false,
}

/** Pools of several processes on an empty database. */
async function processes(count: number): Promise<Db[]> {
  const url = await emptyDatabase()
  const pools = Array.from({ length: count }, () => connect(url, 3))
  atTheEnd(() => Promise.all(pools.map((db) => db.destroy())))
  return pools
}

const isValid = async (db: Db) =>
  (
    await sql<{ valid: boolean }>`select indisvalid as valid from pg_index
    where indexrelid = 'public.line_word'::regclass`.execute(db)
  ).rows[0]!.valid

test('an index is built once while others write, by one of four processes', async () => {
  const [db, ...others] = await processes(4)
  await migrate(db!, CREATED)
  await sql`insert into public.line select n, md5(n::text) from generate_series(1, 300000) as n`.execute(db!)
  const laterMigrations = {
    ...CREATED,
    '2_index': INDEX,
    '3_add': { up: executing('alter table public.line add note text') },
  }
  let migrating = true
  const allEnded = Promise.all([db!, ...others].map((one) => migrate(one, laterMigrations))).finally(() => {
    migrating = false
  })
  let writtenCount = 0
  for (; migrating; writtenCount++) {
    await sql`insert into public.line (id, word) values (0, 'another line')`.execute(db!)
    await wait(5)
  }
  await allEnded
  expect(writtenCount).toBeGreaterThan(10)
  expect(await isValid(db!)).toBe(true)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from platform.kysely_migration`.execute(db!)
  expect(rows[0]!.count).toBe(3)
})

test('an interrupted build of an index is repeated', async () => {
  const [db] = await processes(1)
  await migrate(db!, CREATED)
  await sql`insert into public.line values (1, 'same'), (2, 'same')`.execute(db!)
  const uniqueIndex: OwnMigration = {
    up: executing('create unique index concurrently line_word on public.line (word)'),
    transaction: false,
  }
  await expect(migrate(db!, { ...CREATED, '2_index': uniqueIndex })).rejects.toThrow(
    'could not create unique index',
  )
  expect(await isValid(db!)).toBe(false)
  await migrate(db!, { ...CREATED, '2_index': INDEX })
  expect(await isValid(db!)).toBe(true)
})

test('a migration that gets no lock lets others work, and succeeds once the lock is free', async () => {
  const [db, other] = await processes(2)
  await migrate(db!, CREATED)
  const laterMigrations = { ...CREATED, '2_add': { up: executing('alter table public.line add note text') } }
  let release = () => {}
  const reading = other!.transaction().execute(async (trx) => {
    await sql`select * from public.line`.execute(trx)
    await new Promise<void>((done) => {
      release = done
    })
  })
  const migrated = migrate(db!, laterMigrations)
  await wait(1500)
  // Waits for the migration, at most until the migration pauses.
  await sql`select * from public.line`.execute(other!)
  release()
  await reading
  await migrated
  await sql`select note from public.line`.execute(db!)
})

test('no two indexes are the same', async () => {
  const db = await testDatabase(2)
  const { rows } = await sql`
    select array_agg(indexrelid::regclass) as same from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_namespace as space on space.oid = relnamespace
    where space.nspname not in ('pg_catalog', 'pg_toast', 'pgboss')
    group by indrelid, indkey, indclass, indoption, pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)
    having count(*) > 1`.execute(db)
  expect(rows).toEqual([])
})
