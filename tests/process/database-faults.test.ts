import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { clusterName, findPostmaster } from '#src/db/postmaster.ts'
import { listProcesses } from '#src/db/processes.ts'
import type { Client } from '#tests/support/client.ts'
import { brokenInvariants } from '#tests/support/invariants/broken-invariants.ts'
import { draftNda, finalise, logIn } from '#tests/support/journey.ts'
import { beyondIdle, startLoad } from '#tests/support/load.ts'
import { note } from '#tests/support/measured.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { ALL_LARGE, patiently } from '#tests/support/runs.ts'
import { type RunningServer, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'

const LONG = process.env.LONG === '1'
const PER_SECOND = ALL_LARGE ? 50 : 15
/** The total duration in seconds; daily each fault occurs once. */
const SECONDS = ALL_LARGE ? 120 : 0
const FROZEN = ALL_LARGE ? 10_000 : 2000
/** Milliseconds: the maximum Retry-After, and the maximum time of a recovery. */
const AT_ONCE = patiently(2000)
const SOON = patiently(5000)

let dataDir: string
afterEach(stopAllServers)
afterAll(() => removeDataDir(dataDir))

/** All processes of the server's PostgreSQL, except those that a fault needs. */
async function processes() {
  const name = await clusterName(`${dataDir}/postgres`)
  return (await listProcesses())!.filter(({ command }) => command.includes(name))
}

async function kill(which: 'postmaster' | 'backend' | 'all', signal: NodeJS.Signals = 'SIGKILL') {
  const running = await processes()
  const postmaster = await findPostmaster(`${dataDir}/postgres`)
  const backend = running.find(({ command }) => /qishu postgres 127\.0\.0\.1/.test(command))
  const chosen = { postmaster, backend, all: null }[which]
  const pids = chosen ? [chosen.pid] : running.map(({ pid }) => pid)
  expect(pids.length).toBeGreaterThan(0)
  for (const pid of pids) killIfRunning(pid, signal)
}

/** A backend may end between the listing and the signal. */
function killIfRunning(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const FAULTS: Record<string, () => Promise<unknown>> = {
  'connections ended once a second': async () => {
    for (let second = 0; second < (LONG ? 5 : 2); second++) {
      const killer = connect(await privatePostgresUrl(dataDir), 1)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname is not null and pid <> pg_backend_pid()`.execute(killer)
      await killer.destroy()
      await wait(1000)
    }
  },
  'a backend killed': () => kill('backend'),
  'PostgreSQL frozen': async () => {
    await kill('all', 'SIGSTOP')
    await wait(FROZEN)
    await kill('all', 'SIGCONT')
  },
  'the postmaster killed': () => kill('postmaster'),
  'all of PostgreSQL killed': () => kill('all'),
}

/**
 * Milliseconds until the server is ready and has stayed ready for a second; killed processes may take time
 * to end.
 */
async function untilReady({ base }: RunningServer): Promise<number> {
  const startedAt = performance.now()
  let readySince: number | null = null
  for (;;) {
    const alive = await fetch(`${base}/healthz`)
    const ready = await fetch(`${base}/readyz`)
    expect(alive.status).toBe(200)
    const now = performance.now()
    readySince = ready.status === 200 ? (readySince ?? now) : null
    if (readySince !== null && now - readySince > 1000) return readySince - startedAt
    if (now - startedAt > 4 * SOON) return now - startedAt
    await wait(50)
  }
}

/** The value at this share of the sorted numbers. */
function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))]!)
}

/** Final files are made by a job, whose workers have also seen all faults. */
async function expectJobsDone(client: Client) {
  const draft = await draftNda(client)
  expect((await finalise(client, draft)).status).toBe(303)
  let file = 0
  for (let tries = 0; tries < 100 && file !== 200; tries++) {
    await wait(200)
    file = (await client.get(`/mgmt/${draft.id}/final.pdf`)).status
  }
  expect(file).toBe(200)
}

test(`during all faults of the database the server survives, responds 503 immediately, keeps acknowledged work and continues its jobs`, async () => {
  dataDir = await playedDataDir()
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const client = await logIn(server.base)
  const load = startLoad(client, PER_SECOND)
  // A newly started server is slow for reasons that are not tested here.
  await wait(ALL_LARGE ? 10_000 : 2000)
  const startedAt = performance.now()
  const recoveries: number[] = []
  /** The time from the start of each fault until the server was ready again. */
  const windows: [number, number][] = []
  do {
    for (const fault of Object.values(FAULTS)) {
      const from = performance.now()
      await fault()
      const ended = performance.now()
      const recovery = await untilReady(server)
      recoveries.push(recovery)
      windows.push([from, ended + recovery])
    }
  } while (performance.now() - startedAt < SECONDS * 1000)
  const { answers, idle } = await load.stop()
  expect(server.process.exitCode).toBeNull()

  const unavailable = answers.filter(({ status }) => status === 503)
  const served = answers.filter(({ status }) => status === 200 || status === 303)
  expect(answers.filter((one) => !unavailable.includes(one) && !served.includes(one))).toEqual([])
  expect(unavailable.length).toBeGreaterThan(0)
  expect(unavailable.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
  expect(idle.filter(({ status }) => status !== 200)).toEqual([])
  const waits = unavailable.map((one) => beyondIdle(one, idle))
  expect(quantile(waits, 0.99)).toBeLessThan(AT_ONCE)
  expect(Math.max(...recoveries)).toBeLessThan(SOON)
  const outside = unavailable.filter(
    ({ started, took }) => !windows.some(([from, to]) => started + took > from && started < to + 250),
  )
  expect(outside).toEqual([])

  const db = connect(await privatePostgresUrl(dataDir), 1)
  const acknowledged = answers.flatMap(({ id }) => id ?? [])
  const rows = await db
    .selectFrom('documents.document')
    .select('id')
    .where('id', 'in', acknowledged)
    .execute()
  await expectJobsDone(client)
  expect(await brokenInvariants(db)).toEqual([])
  await db.destroy()
  expect(acknowledged.length).toBeGreaterThan(10)
  expect(rows.length).toBe(acknowledged.length)
  expect(server.output()).not.toMatch(/request failed|"unhandled"/)
  await server.stop()
  expect(await processes()).toEqual([])
  note(
    'database faults under load (R-14)',
    `${windows.length} faults, ${answers.length} requests at ${PER_SECOND} a second: ${served.length} served, ` +
      `${unavailable.length} answered 503 (beyond /healthz 99 % within ${quantile(waits, 0.99)} ms, all within ${quantile(waits, 1)} ms), 0 others; ready again after ` +
      `${Math.round(Math.max(...recoveries))} ms at most; ${acknowledged.length} drafts acknowledged, 0 lost`,
  )
}, 600_000)
