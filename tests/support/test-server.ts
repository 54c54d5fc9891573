import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import '#modules/signing/index.ts'
import { connect } from '#src/app/database.ts'
import { migrate } from '#src/db/migrate.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'
import { playedIn, playOnce } from './play.ts'

export interface TestServer {
  postgresUrl: string
  /** The same over its Unix socket, whose round trips are a quarter faster. */
  postgresSocket: string
  /** Contains all files of the run, and is deleted with it. */
  folder: string
}

/** One private PostgreSQL for the whole run, and a migrated database from which each test's own is copied. */
export async function startTestServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'qishu-test-'))
  const postgres = await startPrivatePostgres(join(folder, 'postgres'), { socket: true })
  await prepareServer(postgres.url)
  const db = connect(postgres.url.replace(/\/postgres$/, '/qishu_template'))
  await migrate(db)
  await startJobs(db, { supervise: false })
  await stopJobs()
  await db.destroy()
  // Starts while the first files run, which need no database; others wait for it.
  const played = process.env.PLAY_AHEAD && playOnce(playedIn(folder)).catch(() => {})
  const stop = async () => {
    await played
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { server: { postgresUrl: postgres.url, postgresSocket: postgres.socketUrl, folder }, stop }
}

/** Temporary: it need neither survive a power failure nor clean up. */
const CARELESS = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']

async function prepareServer(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const setting of CARELESS) await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.query('create database qishu_template')
  await client.end()
}
