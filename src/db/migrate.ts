import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from '#src/db/db.ts'
import { DatabaseNotReached } from './reach.ts'

const files = import.meta.glob<Migration>('../../migrations/*.ts', { eager: true })

/** Every migration by its file name without folder and extension; the names sort by date. */
const migrations = Object.fromEntries(
  Object.entries(files).map(([path, migration]) => [path.split('/').at(-1)!.replace('.ts', ''), migration]),
)

/** How Kysely reports a migration that the database has and we do not. */
const UNKNOWN = /previously executed migration (\S+) is missing/

/** Another version of the product made the database. */
export class DatabaseOfOtherVersion extends DatabaseNotReached {
  constructor(migration: string) {
    super(
      `The database was made by another version of Qishu: this one does not know its migration ${migration}.\n` +
        'Start that version, or begin with an empty database: another DATABASE_URL, or without one another DATA_DIR.',
    )
  }
}

const migratorOf = (db: Db) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'platform',
  })

/**
 * Brings the database up to date; Kysely's own lock makes concurrent runs harmless. Throws
 * DatabaseOfOtherVersion, which leaves the database as it is, or the first migration's failure.
 */
export async function migrate(db: Db) {
  const { error } = await migratorOf(db).migrateToLatest()
  const unknown = UNKNOWN.exec(String(error))?.[1]
  if (unknown) throw new DatabaseOfOtherVersion(unknown)
  if (error) throw error
}

/**
 * Brings an empty database to where another one is, which has had these migrations. Throws
 * DatabaseOfOtherVersion for one that we do not know.
 */
export async function migrateTo(db: Db, names: string[]) {
  const unlike = names.find((name, index) => name !== Object.keys(migrations).sort()[index])
  if (unlike) throw new DatabaseOfOtherVersion(unlike)
  const { error } = await migratorOf(db).migrateTo(names.at(-1)!)
  if (error) throw error
}
