import pg from 'pg'
import { config } from './config.ts'
import { connect } from './database.ts'
import { playDemo } from './demo/play.ts'
import './events.ts'
import { retakeJobs, startJobs, stopJobs, workJobs } from './jobs.ts'
import { migrate } from './migrate.ts'
import { startPrivatePostgres } from './postgres.ts'
import { startRateLimits } from './rate-limit.ts'
import { SCHEDULE } from './schedule.ts'

/** Everything the pages stand on, brought up in order; `stop` takes it down in the opposite one. */
export async function prepare() {
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    return { db: await bringUp(closing), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function bringUp(closing: (() => Promise<unknown>)[]) {
  const postgres = config.DATABASE_URL ? null : await startPrivatePostgres(config.DATA_DIR)
  if (postgres) closing.push(postgres.stop)
  const url = config.DATABASE_URL ?? postgres!.url
  const db = connect(url)
  closing.push(() => db.destroy())
  const limits = new pg.Pool({ connectionString: url, max: 4 })
  limits.on('error', () => {})
  closing.push(() => limits.end())
  startRateLimits(limits)
  await migrate(db)
  closing.push(stopJobs)
  await startJobs(db, { supervise: true })
  if (postgres) await retakeJobs(db)
  if (config.demo) await playDemo(db)
  await workJobs(db, SCHEDULE)
  return db
}
