import pg from 'pg'
import { config } from '#src/core/config.ts'
import { playDemo } from '#src/demo/play.ts'
import { connect } from './database.ts'
import './events.ts'
import { startRateLimits } from '#src/auth/rate-limit.ts'
import { migrate } from '#src/db/migrate.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'
import { retakeJobs, startJobs, stopJobs, workJobs } from '#src/jobs/jobs.ts'
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
