import { connect } from '#src/app/database.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'

/** Runs a command with the configured database, or the private one; an error ends it with its message. */
export async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const postgres = config.DATABASE_URL ? null : await startPrivatePostgres(config.DATA_DIR)
  const db = connect(config.DATABASE_URL ?? postgres!.url)
  try {
    await work(db)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
}
