import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationInfo, Migrator } from 'kysely/migration'
import type { Db } from '#src/db/db.ts'
import { DatabaseNotReached } from './reach.ts'

/**
 * A migration. The migrations of a start run in one transaction. Exceptions are those with `transaction`
 * false: they build or drop indexes of existing tables concurrently, and must be repeatable.
 */
export interface OwnMigration extends Migration {
  transaction?: false
}

type Migrations = Record<string, OwnMigration>

const files = import.meta.glob<OwnMigration>('../../migrations/*.ts', { eager: true })

/** Every migration by its file name without folder and extension; the names sort by date. */
const migrations: Migrations = Object.fromEntries(
  Object.entries(files).map(([path, migration]) => [path.split('/').at(-1)!.replace('.ts', ''), migration]),
)

/** How Kysely reports a migration that the database has and this version does not. */
const UNKNOWN = /previously executed migration (\S+) is missing/

/** The database was created by a different version of the product. */
export class DatabaseOfOtherVersion extends DatabaseNotReached {
  constructor(migration: string) {
    super(
      `The database was made by another version of Qishu: this one does not know its migration ${migration}.\n` +
        'Start that version, or restore the backup from before the upgrade into an empty database (another DATABASE_URL, or without one another DATA_DIR): docs/running.md, Upgrade and rollback.',
    )
  }
}

const migratorOf = (db: Db, allMigrations: Migrations) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => allMigrations },
    migrationTableSchema: 'platform',
  })

/** Brings the database up to date. Throws DatabaseOfOtherVersion without changing the database. */
export const migrate = (db: Db, allMigrations: Migrations = migrations) =>
  withMigrationLock(db, (one) => run(one, allMigrations))

/**
 * Brings an empty database to the state after these migrations. Throws DatabaseOfOtherVersion for unknown
 * ones.
 */
export async function migrateTo(db: Db, names: string[]) {
  const unknownName = names.find((name, index) => name !== Object.keys(migrations).sort()[index])
  if (unknownName) throw new DatabaseOfOtherVersion(unknownName)
  await withMigrationLock(db, (one) => run(one, migrations, names.at(-1)!))
}

/** An arbitrary number that no other advisory lock uses. */
const MIGRATION_LOCK = 20261129

/**
 * Only one process migrates at a time. The others poll instead of waiting, because building an index
 * concurrently waits for every other statement, including one that waits for the lock.
 */
const withMigrationLock = (db: Db, work: (one: Db) => Promise<void>) =>
  db.connection().execute(async (connection) => {
    const isFree = sql<{ free: boolean }>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as free`
    while (!(await isFree.execute(connection)).rows[0]!.free) await wait(200)
    try {
      await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(connection)
      await work(connection)
    } finally {
      await sql`reset lock_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection)
    }
  })

/**
 * Milliseconds that a statement of a migration may wait for a lock, because other statements then wait
 * behind it.
 */
const LOCK_TIMEOUT_MS = 1000
/** How many times a migration that got no lock is tried. Other statements continue during the pauses. */
const MAX_TRIES = 300

async function run(db: Db, allMigrations: Migrations, lastName = Object.keys(allMigrations).sort().at(-1)!) {
  if (await isUpToDate(db, allMigrations, lastName)) return
  const migrator = migratorOf(db, allMigrations)
  for (const { to, transaction } of stepsOf(await migrator.getMigrations(), allMigrations, lastName)) {
    for (let tries = 1; ; tries++) {
      const { error } = await migrator.migrateTo(to, { disableTransactions: !transaction })
      if (!error) break
      if (!isLockTimeout(error) || tries === MAX_TRIES) throw errorOf(error)
      await wait(LOCK_TIMEOUT_MS)
    }
  }
  const { error } = await migrator.migrateTo(lastName)
  if (error) throw errorOf(error)
}

/** A cheap check before Kysely's own, which begins with a description of every table. */
async function isUpToDate(db: Db, allMigrations: Migrations, lastName: string): Promise<boolean> {
  const executed = await executedNames(db)
  const expected = Object.keys(allMigrations).filter((name) => name <= lastName)
  return executed.length === expected.length && expected.every((name) => executed.includes(name))
}

/** The names of the migrations that were run; empty for a database without any. */
async function executedNames(db: Db): Promise<string[]> {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('platform.kysely_migration') is not null as exists`.execute(db)
  if (!table.rows[0]!.exists) return []
  const { rows } = await sql<{ name: string }>`
    select name from platform.kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The first migration that the database has and this version does not. */
export async function findUnknownMigration(db: Db): Promise<string | undefined> {
  return (await executedNames(db)).find((name) => !(name in migrations))
}

interface Step {
  /** The name of the last migration of the step. */
  to: string
  transaction: boolean
}

/** The missing migrations up to `lastName`, as many as possible in each transaction. */
function stepsOf(
  knownMigrations: readonly MigrationInfo[],
  allMigrations: Migrations,
  lastName: string,
): Step[] {
  const steps: Step[] = []
  for (const { name, executedAt } of knownMigrations) {
    if (executedAt || name > lastName) continue
    const transaction = allMigrations[name]!.transaction !== false
    if (transaction && steps.at(-1)?.transaction) steps.at(-1)!.to = name
    else steps.push({ to: name, transaction })
  }
  return steps
}

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === '55P03'

function errorOf(error: unknown): unknown {
  const unknownMigration = UNKNOWN.exec(String(error))?.[1]
  return unknownMigration ? new DatabaseOfOtherVersion(unknownMigration) : error
}
