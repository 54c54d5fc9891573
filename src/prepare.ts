import { config } from './config.ts'
import { openDatabase } from './database.ts'
import { DatabaseWatch } from './database-watch.ts'
import { playDemo } from './demo/play.ts'
import './events.ts'
import { retakeJobs, startJobs, stopJobs, workJobs } from './jobs.ts'
import { migrate } from './migrate.ts'
import { BACKGROUND, REQUESTS } from './pool.ts'
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
  const watch = new DatabaseWatch(config.DATABASE_URL ?? postgres!.url)
  const { db, pool } = openDatabase(watch, REQUESTS)
  closing.push(() => db.destroy())
  const { db: background } = openDatabase(watch, BACKGROUND)
  closing.push(() => background.destroy())
  startRateLimits(pool)
  await migrate(background)
  closing.push(stopJobs)
  await startJobs(background, { supervise: true })
  if (postgres) await retakeJobs(background)
  if (config.demo) await playDemo(background)
  await workJobs(background, SCHEDULE)
  return db
}
