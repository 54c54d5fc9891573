import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import { migrate, migrateTo, type OwnMigration } from '#src/db/migrate.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, sampled } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'

const CONTRACTS = caseCount(5000, 100_000)
const KILLS = caseCount(5, 50)
/** Milliseconds after its start within which a migration is killed. */
const SOON = caseCount(40, 400)
const SEED = drawSeed()
const random = seeded(SEED)

async function emptyDatabases(count: number): Promise<Db[]> {
  const url = await emptyDatabase()
  const pools = Array.from({ length: count }, () => connect(url, 3))
  atTheEnd(() => Promise.all(pools.map((db) => db.destroy())))
  return pools
}

const executing = (statement: string, transaction?: false): OwnMigration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(statement).execute(db)
  },
  ...(transaction === false && { transaction }),
})

const indexing = (name: string, on: string): OwnMigration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(`drop index concurrently if exists public.${name}`).execute(db)
    await sql.raw(`create index concurrently ${name} on public.contract (${on})`).execute(db)
  },
  transaction: false,
})

const OLD_MIGRATIONS = {
  '1_create': executing('create table public.contract (id int primary key, name text, total bigint)'),
}
const NEW_MIGRATIONS: Record<string, OwnMigration> = {
  ...OLD_MIGRATIONS,
  '2_add': executing(`alter table public.contract add state text not null default 'draft'`),
  '3_index': indexing('contract_state', 'state, id'),
  '4_fill': executing(`update public.contract set state = 'signed' where id % 3 = 0`),
  '5_index': indexing('contract_name', 'lower(name)'),
  '6_create': executing(
    'create table public.note (id int primary key, contract_id int references public.contract, text text)',
  ),
  '7_check': executing('alter table public.contract add constraint total check (total >= 0) not valid'),
  '8_validate': executing('alter table public.contract validate constraint total'),
  '9_index': indexing('contract_total', 'total'),
}

/** Columns, constraints and indexes outside PostgreSQL's own schemas, as text. */
async function schemaOf(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select 'column' as kind, table_schema || '.' || table_name as place,
      concat_ws(' ', column_name, data_type, is_nullable, column_default) as what
    from information_schema.columns
    union all
    select 'constraint', conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where conrelid <> 0
    union all
    select 'index', indrelid::regclass::text, indisvalid || ' ' || pg_get_indexdef(indexrelid) from pg_index
    order by 1, 2, 3`.execute(db)
  return rows.filter((row) => !/^(pg_|information_schema)/.test((row as { place: string }).place))
}

const checksumOf = async (db: Db) =>
  (
    await sql<{ sum: string }>`
    select md5(string_agg(concat_ws(' ', id, name, total), ',' order by id)) as sum
    from public.contract where id > 0`.execute(db)
  ).rows[0]!.sum

/**
 * Terminates the connection of a migration, as a kill of its process does. Migrations of other databases on
 * this server also hold advisory locks.
 */
async function killMigration(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}

/** Reads and writes until stopped; then returns the longest wait in milliseconds. */
function work(db: Db) {
  let isEnded = false
  let longest = 0
  const working = (async () => {
    for (let n = 1; !isEnded; n++) {
      const startedAt = performance.now()
      await sql`insert into public.contract (id, name, total) values (${-n}, 'new', 1)`.execute(db)
      await sql`select count(*) from public.contract where id between 1 and 100`.execute(db)
      longest = Math.max(longest, performance.now() - startedAt)
      await wait(5)
    }
  })()
  return async () => {
    isEnded = true
    await working
    return longest
  }
}

test(`migrations of ${CONTRACTS} contracts, killed ${KILLS} times, end as those of an empty database (seed ${SEED})`, async () => {
  const [db, killer, client] = (await emptyDatabases(3)) as [Db, Db, Db]
  await migrate(db, OLD_MIGRATIONS)
  await sql`insert into public.contract
    select n, md5(n::text) || repeat(' word', 20), n * 100 from generate_series(1, ${CONTRACTS}::int) as n`.execute(
    db,
  )
  const checksumBefore = await checksumOf(db)
  const stopWork = work(client)
  let kills = 0
  let endCount = 0
  while (kills < KILLS) {
    const failed = migrate(db, NEW_MIGRATIONS).then(
      () => false,
      () => true,
    )
    await wait(random.below(SOON))
    if (await killMigration(killer)) kills++
    if (await failed) continue
    // The migration ended before the kill, so its changes are undone and it starts again.
    endCount++
    await sql`delete from platform.kysely_migration where name > '1_create'`.execute(killer)
    await sql`drop table public.note`.execute(killer)
    for (const name of ['state', 'name', 'total'])
      await sql.raw(`drop index concurrently public.contract_${name}`).execute(killer)
    await sql`alter table public.contract drop state, drop constraint total`.execute(killer)
  }
  await migrate(db, NEW_MIGRATIONS)
  const longest = await stopWork()
  expect(await checksumOf(db)).toBe(checksumBefore)
  const [fresh] = (await emptyDatabases(1)) as [Db]
  await migrate(fresh, NEW_MIGRATIONS)
  expect(await schemaOf(db)).toEqual(await schemaOf(fresh))
  note(
    'migrations killed half-way (R-22)',
    `${CONTRACTS} rows, ${kills} kills, ${endCount} complete runs between them: schema equal to that of an empty database, business columns unchanged; a client waited ${longest.toFixed(0)} ms at most (seed ${SEED})`,
  )
}, 600_000)

test('the product’s own migrations lead to one schema, from whichever of them a database comes', async () => {
  const [complete] = (await emptyDatabases(1)) as [Db]
  await migrate(complete)
  const { rows } = await sql<{ name: string }>`
    select name from platform.kysely_migration order by name`.execute(complete)
  const names = rows.map(({ name }) => name)
  const expectedSchema = await schemaOf(complete)
  const places = sampled(
    names.map((_, index) => index + 1),
    40,
  )
  for (const count of places) {
    const [db] = (await emptyDatabases(1)) as [Db]
    await migrateTo(db, names.slice(0, count))
    await migrate(db)
    expect([count, await schemaOf(db)]).toEqual([count, expectedSchema])
  }
}, 600_000)
