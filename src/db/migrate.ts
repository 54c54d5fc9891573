import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from '#src/db/db.ts'

const files = import.meta.glob<Migration>('../../migrations/*.ts', { eager: true })

/** Every migration by its file name without folder and extension; the names sort by date. */
export const migrations = Object.fromEntries(
  Object.entries(files).map(([path, migration]) => [path.split('/').at(-1)!.replace('.ts', ''), migration]),
)

/**
 * Brings the database up to date; Kysely's own lock makes concurrent runs harmless. Throws on the first
 * failure.
 */
export async function migrate(db: Db) {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'platform',
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
