import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import '#modules/signing/index.ts'
import { connect } from '#src/app/database.ts'
import { migrate } from '#src/db/migrate.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'
import { createDemoOnce, demoDirIn } from './play.ts'

export interface TestServer {
  postgresUrl: string
  /** The same server over its Unix socket, which is a quarter faster. */
  postgresSocket: string
  /** The folder for all files of the run; it is deleted at the end. */
  folder: string
}

/** Starts a private PostgreSQL for the whole run, with a migrated database that tests copy. */
export async function startTestServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'qishu-test-'))
  const postgres = await startPrivatePostgres(join(folder, 'postgres'), { socket: true })
  await prepareServer(postgres.url)
  const db = connect(postgres.url.replace(/\/postgres$/, '/qishu_template'))
  await migrate(db)
  await startJobs(db, { supervise: false })
  await stopJobs()
  await db.destroy()
  // Creates the demo while the first files run, which need no database; other files wait for it.
  const played = process.env.PLAY_AHEAD && createDemoOnce(demoDirIn(folder)).catch(() => {})
  const stop = async () => {
    await played
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { server: { postgresUrl: postgres.url, postgresSocket: postgres.socketUrl, folder }, stop }
}

/** The database is temporary: it need not survive a power failure, or be vacuumed. */
const CARELESS = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']

async function prepareServer(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of CARELESS) await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.query('create database qishu_template')
  await client.end()
}
