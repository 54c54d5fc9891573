import { refreshAnnouncements, refreshAnnouncementsRegularly } from '#modules/announcements/index.ts'
import { offerConfiguredServices } from '#modules/signing/index.ts'
import { noteTemplates, refreshLibrary, refreshRegularly } from '#modules/templates/index.ts'
import { refreshServiceHours, refreshServiceHoursRegularly } from '#src/calendar/service-hours.ts'
import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { refuseDemoAccounts } from '#src/demo/end-demo.ts'
import { seedDemo } from '#src/demo/seed-demo.ts'
import { openDatabase } from './database.ts'
import './events.ts'
import { startRateLimits } from '#src/auth/rate-limit.ts'
import { migrate } from '#src/db/migrate.ts'
import { BACKGROUND, REQUESTS } from '#src/db/pool.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'
import { reachDatabase, refuseSharedConnections } from '#src/db/reach.ts'
import { DatabaseWatch } from '#src/db/watch.ts'
import { startJobs, stopJobs, workJobs } from '#src/jobs/jobs.ts'
import { releaseJobs } from '#src/jobs/pgboss-tables.ts'
import { checkStorage } from '#src/jobs/storage-check.ts'
import { startListening } from '#src/live/listener.ts'
import type { LiveEvent } from '#src/live/notify.ts'
import { deliverLiveEvent, refreshStreams } from '#src/live/streams.ts'
import { measureOperation } from './operation-gauges.ts'
import { SCHEDULE } from './schedule.ts'
import { checkSecretKey } from './secret-key/check.ts'

/**
 * Starts everything that the pages need, in order. `startWorkers` then starts the jobs, for which no page
 * waits; `stop` stops everything in reverse order. `takeover` resolves when another server has taken over
 * the data directory, so that this process must end.
 */
export async function prepare() {
  const closeFunctions: (() => Promise<unknown>)[] = []
  const stop = async () => {
    // A failure, for example of the database, must not prevent the others from being stopped.
    for (const close of closeFunctions.splice(0).reverse())
      await close().catch((error) => log.error({ error: String(error) }, 'stop'))
  }
  try {
    return { ...(await startAll(closeFunctions)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startAll(closeFunctions: (() => Promise<unknown>)[]) {
  await offerConfiguredServices(process.env)
  if (config.DATABASE_URL) {
    await reachDatabase(config.DATABASE_URL, console.error)
    await refuseSharedConnections(config.DATABASE_URL)
  }
  const postgres = config.DATABASE_URL ? null : await startPrivatePostgres(config.DATA_DIR)
  if (postgres) closeFunctions.push(() => postgres.stop())
  const watch = new DatabaseWatch(config.DATABASE_URL ?? postgres!.url)
  const { db, pool } = openDatabase(watch, { ...REQUESTS, max: config.connections.requests })
  closeFunctions.push(() => db.destroy())
  const { db: background, pool: backgroundPool } = openDatabase(watch, {
    ...BACKGROUND,
    max: config.connections.background,
  })
  closeFunctions.push(() => background.destroy())
  startRateLimits(pool)
  await migrate(background)
  if (config.production) await refuseDemoAccounts(background)
  await checkSecretKey(background)
  await checkStorage()
  await noteTemplates(background)
  await refreshLibrary(background)
  closeFunctions.push(refreshRegularly(background))
  await refreshAnnouncements(background)
  closeFunctions.push(refreshAnnouncementsRegularly(background))
  await refreshServiceHours(background)
  closeFunctions.push(refreshServiceHoursRegularly(background))
  closeFunctions.push(startListening(watch.url, liveHandlers(background)))
  closeFunctions.push(stopJobs)
  await startJobs(background, { supervise: config.worksJobs })
  if (postgres) await releaseJobs(background)
  if (config.demo) await seedDemo(background)
  closeFunctions.push(measureOperation(background, [pool, backgroundPool]))
  closeFunctions.push(async () => watch.hurry())
  const startWorkers = async () => {
    if (config.worksJobs)
      await workJobs(background, SCHEDULE, config.SEND_MAIL === 'off' ? MESSAGE_QUEUES : [])
  }
  return { db, startWorkers, takeover: postgres?.takeover }
}

/** The queues whose jobs send messages. */
const MESSAGE_QUEUES = ['mail']

/**
 * Handles events of other processes: for open pages, and for the library, the announcements and the service
 * hours, of which every process has a copy.
 */
function liveHandlers(db: Db) {
  const logUnread = (what: string) => (error: unknown) =>
    log.warn({ error: String(error) }, `${what} not read`)
  const library = () => void refreshLibrary(db).catch(logUnread('library'))
  const announcements = () => void refreshAnnouncements(db).catch(logUnread('announcements'))
  const hours = () => void refreshServiceHours(db).catch(logUnread('service hours'))
  return {
    onEvent: (event: LiveEvent) => {
      if (event.kind === 'library') library()
      else if (event.kind === 'announcements') announcements()
      else if (event.kind === 'hours') hours()
      else deliverLiveEvent(event)
    },
    onGap: () => {
      refreshStreams()
      library()
      announcements()
      hours()
    },
  }
}
