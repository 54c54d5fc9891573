import { connect } from '#src/app/database.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { findPrivatePostgres } from '#src/db/find-private.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'

interface DatabaseUse {
  /** Whether the command may run next to a server, which may have started the private database. */
  shared?: boolean
  /** The maximum number of connections; 20 by default. */
  connections?: number
}

/**
 * Runs a command with the address of the configured database, or else of the private one. An error ends the
 * command with its message.
 */
export async function withDatabaseUrl(work: (url: string) => Promise<void>, { shared }: DatabaseUse = {}) {
  try {
    const runningUrl = shared && !config.DATABASE_URL ? await findPrivatePostgres(config.DATA_DIR) : null
    const url = config.DATABASE_URL ?? runningUrl
    if (url) return await work(url)
    const postgres = await startPrivatePostgres(config.DATA_DIR)
    try {
      await work(postgres.url)
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * Runs a command with the configured database, or else the private one. An error ends the command with its
 * message.
 */
export const withDatabase = (work: (db: Db) => Promise<void>, use: DatabaseUse = {}): Promise<void> =>
  withDatabaseUrl(async (url) => {
    const db = connect(url, use.connections)
    try {
      await work(db)
    } finally {
      await db.destroy()
    }
  }, use)
