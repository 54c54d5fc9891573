import { monitorEventLoopDelay } from 'node:perf_hooks'
import { countHeldUp } from '#modules/signing/index.ts'
import { SECOND } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { Pool } from '#src/db/pool.ts'
import { jobNames } from '#src/jobs/jobs.ts'
import { countDueJobs } from '#src/jobs/pgboss-tables.ts'
import { collectsMetrics, gauge, type Reading } from '#src/telemetry/metrics.ts'

/** Declares the gauges that are read when metrics are collected. Returns the function that removes them. */
export function measureOperation(db: Db, pools: Pool[]): () => Promise<void> {
  if (!collectsMetrics()) return async () => {}
  const stopFunctions = [...measureProcess(), ...measurePools(pools), ...measureDatabase(db)]
  return async () => {
    for (const stop of stopFunctions) stop()
  }
}

/**
 * The period of the monitor's timer. The timer never fires early, so the part of a measured delay beyond
 * this period is the delay of the event loop.
 */
const RESOLUTION_MS = 10

function measureProcess() {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const secondsReading = (nanoseconds: number) => [
    { value: Math.max(nanoseconds / 1e6 - RESOLUTION_MS, 0) / 1000 },
  ]
  return [
    gauge(
      {
        name: 'nodejs.eventloop.delay.p50',
        description: 'Half of the delays of the event loop are below this',
        unit: 's',
      },
      () => secondsReading(delays.percentile(50)),
    ),
    gauge(
      {
        name: 'nodejs.eventloop.delay.p99',
        description: 'All but one in a hundred delays of the event loop are below this',
        unit: 's',
      },
      () => {
        const reading = secondsReading(delays.percentile(99))
        delays.reset()
        return reading
      },
    ),
    gauge({ name: 'process.memory.usage', description: 'Resident memory of the process', unit: 'By' }, () => [
      { value: process.memoryUsage.rss() },
    ]),
    () => delays.disable(),
  ]
}

const POOL_NAME = 'db.client.connection.pool.name'

function measurePools(pools: Pool[]) {
  const counts = () => pools.map((pool) => pool.counts)
  return [
    gauge(
      {
        name: 'db.client.connection.count',
        description: 'Connections to the database, by pool and state: used, idle',
        unit: '{connection}',
      },
      () =>
        counts().flatMap(({ name, used, idle }) => [
          { value: used, attributes: { [POOL_NAME]: name, 'db.client.connection.state': 'used' } },
          { value: idle, attributes: { [POOL_NAME]: name, 'db.client.connection.state': 'idle' } },
        ]),
    ),
    gauge(
      {
        name: 'db.client.connection.pending_requests',
        description: 'Queries that wait for a connection, by pool',
        unit: '{request}',
      },
      () => counts().map(({ name, waiting }) => ({ value: waiting, attributes: { [POOL_NAME]: name } })),
    ),
  ]
}

/** How long a value from the database is reused, however many collectors ask for it. */
const FRESH_MS = 15 * SECOND

function measureDatabase(db: Db) {
  const readDueJobs = cachedRead(() => countDueJobs(db))
  const readHeldUpCount = cachedRead(() => countHeldUp(db))
  const readingsByQueue = async (
    read: (row?: { due: number; seconds: number }) => number,
  ): Promise<Reading[]> => {
    const rows = await readDueJobs()
    if (!rows) return []
    const byQueue = new Map(rows.map((row) => [row.queue, row]))
    return jobNames().map((queue) => ({
      value: read(byQueue.get(queue)),
      attributes: { 'qishu.queue': queue },
    }))
  }
  return [
    gauge(
      { name: 'qishu.jobs.due', description: 'Jobs that wait for a worker now, by queue', unit: '{job}' },
      () => readingsByQueue((row) => row?.due ?? 0),
    ),
    gauge(
      {
        name: 'qishu.jobs.oldest',
        description: 'How long the oldest due job has been waiting, by queue',
        unit: 's',
      },
      () => readingsByQueue((row) => Math.max(row?.seconds ?? 0, 0)),
    ),
    gauge(
      {
        name: 'qishu.signings.held_up',
        description: 'Signings that wait because of a fault of ours',
        unit: '{signing}',
      },
      async () => {
        const count = await readHeldUpCount()
        return count === null ? [] : [{ value: count }]
      },
    ),
  ]
}

/**
 * The last result while it is fresh; null if it cannot be read, for example while the database is
 * unavailable.
 */
function cachedRead<T>(read: () => Promise<T>): () => Promise<T | null> {
  let readAt = Number.NEGATIVE_INFINITY
  let lastResult: Promise<T | null> = Promise.resolve(null)
  return () => {
    if (performance.now() - readAt >= FRESH_MS) {
      readAt = performance.now()
      lastResult = read().catch(() => null)
    }
    return lastResult
  }
}
