import { spawn } from 'node:child_process'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive, ofAccount } from '#src/live/notify.ts'
import { note } from '../support/measured.ts'
import { privatePostgresUrl } from '../support/private-url.ts'
import { freePort, newDataDir, removeDataDir, startServer } from '../support/server.ts'
import { inspect, inspectedAt, type Memory } from './inspected.ts'
import { median } from './load.ts'

const STREAMS = Number(process.env.STREAMS ?? 2000)
const ROUNDS = 3
/** The number of listeners, of those whose connection is cut, and of those who stop reading. */
const DEAD = 50
/** The maximum ratios to a stream of node:http and a loop (quality P-16). */
const GOALS = { memory: 1.3, time: 1.05 }
/** Milliseconds in which a server finishes the last request and releases memory. */
const REST_MS = 25_000

let dataDir: string
let people: { id: string; cookie: string }[]

beforeAll(async () => {
  dataDir = await newDataDir()
  await onServer(async ({ db }) => {
    people = await peopleLoggedIn(db)
  })
}, 600_000)

afterAll(() => removeDataDir(dataDir))

interface StreamServer {
  base: string
  memory: () => Promise<Memory>
}

/** A new server for each round, because the memory of an earlier round would count for the streams. */
async function onServer(work: (fixture: StreamServer & { db: Db }) => Promise<void>) {
  const port = await freePort()
  const server = await startServer({ DATA_DIR: dataDir, NODE_OPTIONS: inspectedAt(port) })
  const db = connect(await privatePostgresUrl(dataDir), 4)
  const inspector = await inspect(port)
  try {
    await work({ base: server.base, db, memory: inspector.memory })
  } finally {
    inspector.close()
    await db.destroy()
    await server.stop()
  }
}

/** The same for streams of node:http and a loop. */
async function onRawServer(work: (fixture: StreamServer) => Promise<void>) {
  const port = await freePort()
  const inspected = await freePort()
  const env = { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
  const words = [
    inspectedAt(inspected),
    '--max-semi-space-size=8',
    '--heap-growing-percent=100',
    'tests/bench/raw-streams.ts',
    String(port),
  ]
  const child = spawn(process.execPath, words, { env, stdio: 'ignore' })
  const inspector = await retryUntilDone(() => inspect(inspected))
  const base = `http://127.0.0.1:${port}`
  try {
    await retryUntilDone(() => fetch(`${base}/?message=begin`))
    await work({ base, memory: inspector.memory })
  } finally {
    inspector.close()
    child.kill('SIGKILL')
  }
}

async function retryUntilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 100; tries++) {
    const summary = await work().catch(() => null)
    if (summary) return summary
    await wait(100)
  }
  throw new Error('the peer does not start')
}

/** Creates as many accounts as streams, copied from one of the demo. */
async function peopleLoggedIn(db: Db) {
  const { rows } = await sql<{ id: string }>`
    insert into accounts.account (id, team_id, home_team_id, username, email, name, identity, department,
      password_hash, locale, role, agreed_at, created_at)
    select gen_random_uuid(), team_id, home_team_id, 'stream' || n, 'stream' || n || '@example.com', name, identity,
      department, password_hash, locale, role, agreed_at, created_at
    from accounts.account, generate_series(1, ${STREAMS}::int) as n
    where username = 'demo_free' returning id`.execute(db)
  const people = []
  for (const { id } of rows) people.push({ id, cookie: `${SESSION_COOKIE}=${await beginSession(db, id)}` })
  return people
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

interface Listening {
  answer: IncomingMessage
  received: string
}

function listen(base: string, cookie: string): Promise<Listening> {
  return new Promise((done, fail) => {
    const headers = { cookie, accept: 'text/event-stream' }
    get(`${base}/live`, { agent, headers }, (answer) => {
      const listening = { answer, received: '' }
      if (answer.statusCode !== 200) return fail(new Error(`${answer.statusCode}`))
      answer.on('data', (chunk) => {
        listening.received += chunk
        if (listening.received.includes('event: todo')) done(listening)
      })
    }).on('error', fail)
  })
}

async function openStreams(base: string, some = people): Promise<Listening[]> {
  const openedStreams: Listening[] = []
  for (let nextIndex = 0; nextIndex < some.length; nextIndex += 50)
    openedStreams.push(
      ...(await Promise.all(some.slice(nextIndex, nextIndex + 50).map(({ cookie }) => listen(base, cookie)))),
    )
  return openedStreams
}

const timesHeard = ({ received }: Listening, message: string) => received.split(`"${message}"`).length - 1

/** Milliseconds until all listeners have received `message`; after a minute, the listeners without it. */
async function untilHeard(open: Listening[], message: string): Promise<number> {
  const startedAt = performance.now()
  while (open.some((one) => !timesHeard(one, message)) && performance.now() - startedAt < 60_000)
    await wait(5)
  return performance.now() - startedAt
}

/** Kilobytes of memory per open stream. */
async function measureMemory({ base, memory }: StreamServer) {
  for (const { answer } of await openStreams(base, people.slice(0, 200))) answer.destroy()
  await wait(REST_MS)
  const memoryBefore = await memory()
  const openedStreams = await openStreams(base)
  await wait(REST_MS)
  const memoryAfter = await memory()
  const bytesPerStream = (part: keyof Memory) => (memoryAfter[part] - memoryBefore[part]) / 1024 / STREAMS
  return { open: openedStreams, rss: bytesPerStream('rss'), heap: bytesPerStream('heap') }
}

async function rawRound(fixture: StreamServer) {
  const { open, rss, heap } = await measureMemory(fixture)
  const startedAt = performance.now()
  const [sent] = await Promise.all([
    fetch(`${fixture.base}/?message=to-everybody`),
    untilHeard(open, 'to-everybody'),
  ])
  const took = performance.now() - startedAt
  for (const { answer } of open) answer.destroy()
  return { rss, heap, took: sent.ok ? took : Number.NaN }
}

async function round({ db, ...fixture }: StreamServer & { db: Db }) {
  const { base } = fixture
  const { open, rss, heap } = await measureMemory(fixture)
  const dead = await openStreams(base, people.slice(0, 2 * DEAD))
  for (const [n, { answer }] of dead.entries()) n % 2 ? answer.destroy() : answer.pause()
  const keys = people.map(({ id }) => ofAccount(id))
  // Measured from before the message is sent, as for the baseline: streams may receive it before the commit
  // returns.
  const startedAt = performance.now()
  await Promise.all([
    notifyLive(db, keys, 'chat', { message: 'to-everybody' }),
    untilHeard(open, 'to-everybody'),
  ])
  const took = performance.now() - startedAt
  for (const key of keys) await notifyLive(db, [key], 'chat', { message: key })
  for (const [n, key] of keys.entries()) await untilHeard([open[n]!], key)
  const faultyStreams = open.filter(
    (one, n) => timesHeard(one, 'to-everybody') !== 1 || timesHeard(one, keys[n]!) !== 1,
  )
  for (const { answer } of [...open, ...dead]) answer.destroy()
  return { rss, heap, took, wrong: faultyStreams.length }
}

test('memory of a stream, and a message to each of them, including dead ones', async () => {
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  const rawRounds: Awaited<ReturnType<typeof rawRound>>[] = []
  for (let n = 0; n < ROUNDS; n++) {
    await onServer(async (context) => {
      rounds.push(await round(context))
    })
    await onRawServer(async (context) => {
      rawRounds.push(await rawRound(context))
    })
    console.log(rounds.at(-1), rawRounds.at(-1))
  }
  const middle = (part: 'rss' | 'heap' | 'took') => median(rounds.map((one) => one[part]))
  const rawMiddle = (part: 'rss' | 'heap' | 'took') => median(rawRounds.map((one) => one[part]))
  const times = (part: 'rss' | 'heap' | 'took') => middle(part) / rawMiddle(part)
  const memoryText = `${times('rss').toFixed(2)} times the memory of a stream of node:http and a loop (${rawMiddle('rss').toFixed(1)} KB), ${times('heap').toFixed(2)} times its objects and buffers (${rawMiddle('heap').toFixed(1)} KB), ${times('took').toFixed(2)} times the time until all have heard (${rawMiddle('took').toFixed(0)} ms)`
  const faultCount = rounds.reduce((sum, one) => sum + one.wrong, 0)
  const summary = `${STREAMS} streams, each ${middle('rss').toFixed(1)} KB of the server’s process, ${middle('heap').toFixed(1)} KB of them objects and buffers, garbage collected before and after, the median of ${ROUNDS} servers; with ${DEAD} cut off and ${DEAD} who do not read a message to all heard by the last after ${middle('took').toFixed(0)} ms; ${2 * STREAMS * ROUNDS} messages, ${faultCount} lost or doubled`
  console.log(summary)
  expect([middle('heap') > 0, middle('rss') > middle('heap') / 2, faultCount]).toEqual([true, true, 0])
  note('live events', summary)
  console.log(memoryText)
  note(
    'live events beside node:http',
    memoryText,
    { of: 'memory', value: times('rss'), unit: 'times', atMost: GOALS.memory },
    { of: 'time', value: times('took'), unit: 'times', atMost: GOALS.time },
  )
}, 900_000)
