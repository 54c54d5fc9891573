import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { config } from '#src/core/config.ts'
import { ConfigError } from '#src/core/configuration/config-error.ts'
import { log } from '#src/core/log.ts'
import { DatabaseNotReached } from '#src/db/reach.ts'
import { StoreNotUsable } from '#src/files/store/not-usable.ts'
import { closeStreams } from '#src/live/streams.ts'
import { startTelemetry } from '#src/telemetry/telemetry.ts'
import { createApp, createHealthApp } from './app.tsx'
import { greet } from './greeting.ts'
import { markAsStopping } from './health.ts'
import { collectGarbageWhenIdle, recordRequest } from './idle.ts'
import { prepare } from './prepare.ts'

/**
 * Starts everything in order. `end` stops it in reverse order; `takeover` resolves when another server has
 * taken over the data directory.
 */
export async function startServer() {
  const stopTelemetry = await startTelemetry()
  const { db, startWorkers, stop, takeover } = await prepare()
  const stopAndThrow = async (error: unknown) => {
    await stop()
    throw error
  }
  const { fetch } = config.servesPages ? createApp(db) : createHealthApp(db)
  const server = await listen(fetch).catch(stopAndThrow)
  greet()
  await startWorkers().catch(stopAndThrow)
  const stopCollecting = collectGarbageWhenIdle()
  const end = async () => {
    markAsStopping()
    stopCollecting()
    await drain(server)
    await closeServer(server)
    await stop()
    await stopTelemetry()
  }
  return { end, takeover }
}

function listen(fetch: Parameters<typeof serve>[0]['fetch']): Promise<Server> {
  return new Promise((done, fail) => {
    const server = serve({ fetch, port: config.PORT, hostname: config.host }, () => done(server)) as Server
    server.on('error', fail)
    server.on('request', recordRequest)
    // Longer than a proxy keeps an idle connection, so that the proxy never uses a connection that we are
    // closing.
    server.keepAliveTimeout = 75_000
    server.requestTimeout = 60_000
    server.headersTimeout = 15_000
  })
}

/**
 * How many milliseconds open connections are still served. Their responses announce that the connection
 * closes.
 */
const DRAIN_MS = 1000

/** Serves requests that are already on their way when the server stops. */
async function drain(server: Server) {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  closeStreams()
  await waitUntilConnectionsClose(server)
}

async function waitUntilConnectionsClose(server: Server) {
  const countConnections = promisify(server.getConnections.bind(server))
  const began = performance.now()
  while (performance.now() - began < DRAIN_MS && (await countConnections())) await sleep(50)
}

/** A turn of the event loop that is shorter than this counts as idle. */
const IDLE_TURN_MS = 0.2
/** The longest wait for an idle turn. */
const MAX_WAIT_MS = 2000

/**
 * Waits until no connection is waiting to be accepted: the operating system resets waiting connections when
 * we stop listening. The event loop accepts one connection in each turn, before the other work of that turn,
 * so after an idle turn none is waiting.
 */
async function waitUntilAllAreAccepted(server: Server) {
  let hasAccepted = false
  server.on('connection', () => {
    hasAccepted = true
  })
  const deadline = performance.now() + MAX_WAIT_MS
  let isQuiet: boolean
  do {
    hasAccepted = false
    const turnBeganAt = performance.now()
    await immediate()
    const turnEndedAt = performance.now()
    isQuiet = !hasAccepted && (turnEndedAt - turnBeganAt < IDLE_TURN_MS || turnEndedAt > deadline)
  } while (!isQuiet)
}

/** Milliseconds that current requests get to finish before their connections are cut. */
const CUT_AFTER_MS = 8000

/**
 * Stops listening, and waits until current requests are finished and all connections are closed. Closes the
 * streams that were opened since `drain`.
 */
async function closeServer(server: Server): Promise<void> {
  await waitUntilAllAreAccepted(server)
  // The `close` of TCP, unlike that of HTTP, keeps connections open on which a request is still arriving.
  const closed = new Promise((done) => TcpServer.prototype.close.call(server, done))
  await waitUntilConnectionsClose(server)
  closeStreams()
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), CUT_AFTER_MS).unref()
  await closed
}

function explain(error: unknown): string {
  const code = (error as { code?: string }).code
  if (code === 'EADDRINUSE') return `Port ${config.PORT} is taken. Set PORT to another one.`
  if (error instanceof ConfigError) return `The configuration is wrong:\n${error.message}`
  if (error instanceof DatabaseNotReached || error instanceof StoreNotUsable) return error.message
  return String((error as Error)?.stack ?? error)
}

/** Runs the server until a signal ends it; ends the process with 1 if it cannot start. */
export async function runServer() {
  process.on('unhandledRejection', (error) =>
    log.error({ error: String((error as Error)?.stack ?? error) }, 'unhandled'),
  )
  const starting = startServer()
  let stopping = false
  // Also stops during the start: what has already been started, such as a private PostgreSQL, must not
  // outlive this process.
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    await starting.then(({ end }) => end()).catch((error) => log.error({ error: String(error) }, 'stop'))
    process.exit(code)
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  const { takeover } = await starting.catch((error) => {
    console.error(explain(error))
    process.exit(1)
  })
  void takeover?.then((error) => {
    console.error(error.message)
    return stop(1)
  })
}
