import { serve } from '@hono/node-server'
import type { Server } from 'node:http'
import pg from 'pg'
import { createApp } from './app.tsx'
import { config } from './config.ts'
import { connect } from './database.ts'
import './events.ts'
import { announceStop } from './health.ts'
import { startJobs, stopJobs } from './jobs.ts'
import { log } from './log.ts'
import { migrate } from './migrate.ts'
import { DataDirectoryInUse, startPrivatePostgres } from './postgres.ts'
import { startRateLimits } from './rate-limit.ts'
import { SCHEDULE } from './schedule.ts'
import { playDemo } from './demo/play.ts'
import { startTelemetry } from './telemetry.ts'
import { greet } from './greeting.ts'

/** Brings everything up in order; the returned function takes it down in the opposite one. */
export async function startServer() {
  const stopTelemetry = await startTelemetry()
  const postgres = config.DATABASE_URL ? null : await startPrivatePostgres(config.DATA_DIR)
  const url = config.DATABASE_URL ?? postgres!.url
  const db = connect(url)
  const limits = new pg.Pool({ connectionString: url, max: 4 })
  limits.on('error', () => {})
  startRateLimits(limits)
  await migrate(db)
  await startJobs(db, { work: true, schedule: SCHEDULE })
  if (config.demo) await playDemo(db)
  const server = await listen(createApp(db).fetch)
  greet()
  return async () => {
    announceStop()
    await closeServer(server)
    await stopJobs()
    await limits.end()
    await db.destroy()
    await postgres?.stop()
    await stopTelemetry()
  }
}

function listen(fetch: Parameters<typeof serve>[0]['fetch']): Promise<Server> {
  return new Promise((done, fail) => {
    const server = serve({ fetch, port: config.PORT, hostname: config.HOST || undefined }, () => done(server)) as Server
    server.on('error', fail)
    server.requestTimeout = 60_000
    server.headersTimeout = 15_000
  })
}

/** Requests under way are finished; idle connections are closed at once. */
function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 8000).unref()
  })
}

function explain(error: unknown): string {
  const code = (error as { code?: string }).code
  if (code === 'EADDRINUSE') return `Port ${config.PORT} is taken. Set PORT to another one.`
  if (error instanceof DataDirectoryInUse) return error.message
  return String((error as Error)?.stack ?? error)
}

async function main() {
  let stop: () => Promise<void>
  try {
    stop = await startServer()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    await stop().catch((error) => log.error({ error: String(error) }, 'stop'))
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

process.on('unhandledRejection', (error) => log.error({ error: String((error as Error)?.stack ?? error) }, 'unhandled'))

await main()
