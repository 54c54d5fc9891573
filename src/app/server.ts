import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import { startTelemetry } from '#src/core/telemetry.ts'
import { DataDirectoryInUse } from '#src/db/postgres.ts'
import { createApp } from './app.tsx'
import { greet } from './greeting.ts'
import { announceStop } from './health.ts'
import { prepare } from './prepare.ts'

/** Brings everything up in order; the returned function takes it down in the opposite one. */
export async function startServer() {
  const stopTelemetry = await startTelemetry()
  const { db, stop } = await prepare()
  const server = await listen(createApp(db).fetch).catch(async (error) => {
    await stop()
    throw error
  })
  greet()
  return async () => {
    announceStop()
    await closeServer(server)
    await stop()
    await stopTelemetry()
  }
}

function listen(fetch: Parameters<typeof serve>[0]['fetch']): Promise<Server> {
  return new Promise((done, fail) => {
    const server = serve({ fetch, port: config.PORT, hostname: config.HOST || undefined }, () =>
      done(server),
    ) as Server
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

process.on('unhandledRejection', (error) =>
  log.error({ error: String((error as Error)?.stack ?? error) }, 'unhandled'),
)

await main()
