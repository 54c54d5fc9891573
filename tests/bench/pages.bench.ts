import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../support/demo-world.ts'
import { draftNda } from '../support/journey.ts'
import { note } from '../support/measured.ts'
import { createDemoOnce, demoDirIn } from '../support/play.ts'
import {
  freePort,
  newDataDir,
  postgresPid,
  type RunningServer,
  removeDataDir,
  startServer,
} from '../support/server.ts'
import { AT_ONCE, fetchOnce, load, median } from './load.ts'
import { cpuOf, cpuOfDatabase, memoryOf } from './usage.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
/** Seconds of a pause in which a server releases memory. */
const REST_SECONDS = 90
/** The maximum percentage by which memory may exceed that of the idle server after the load. */
const HELD = 10
/** The share of the constant page's throughput that public pages and lists must reach (quality P-01). */
const THROUGHPUT = 0.3
/** Milliseconds of PostgreSQL's processor time per page. */
const DATABASE: Record<string, number> = { '/mgmt/my-docs': 0.8, 'the signatory’s page': 1 }
const FAST_PAGES = ['/mgmt/my-docs', '/acct/login', '/product', '/pricing']

let folder: string
let server: RunningServer
let world: World
let postgres: number

beforeAll(async () => {
  // The demo is created before the measurement.
  folder = await newDataDir()
  const dataDir = await createDemoOnce(demoDirIn(folder))
  server = await startServer({ DATA_DIR: dataDir })
  postgres = (await postgresPid(dataDir))!
  await memoryAtRest()
  world = await openWorld(server.base)
  for (let n = 0; n < 25; n++) await draftNda(world.admin)
}, 600_000)

afterAll(async () => {
  await server.stop()
  await removeDataDir(folder)
})

let idle = 0

async function memoryAtRest() {
  await wait(Number(process.env.IDLE ?? 20_000))
  idle = memoryOf(server.process.pid!)
}

async function constantPeer(size: number): Promise<{ base: string; peer: ChildProcess }> {
  const port = await freePort()
  const peer = spawn(process.execPath, ['tests/bench/constant-server.ts', String(port), String(size)])
  const base = `http://127.0.0.1:${port}/`
  while (!(await fetch(base).catch(() => null))?.ok) await wait(50)
  return { base, peer }
}

interface PageTarget {
  path: () => string
  cookie?: () => string
  count: number
}

const cookies = (client: World['admin']) => [...client.cookies].map((pair) => pair.join('=')).join('; ')
const asAdmin = () => cookies(world.admin)
const PAGES: Record<string, PageTarget> = {
  '/mgmt/my-docs': { path: () => '/mgmt/my-docs', cookie: asAdmin, count: 400 },
  '/mgmt/home': { path: () => '/mgmt/home', cookie: asAdmin, count: 400 },
  'the signatory’s page': {
    path: () => world.signerPage,
    cookie: () => cookies(world.signatory),
    count: 400,
  },
  '/acct/login': { path: () => '/acct/login', count: 400 },
  '/product': { path: () => '/product', count: 3000 },
  '/pricing': { path: () => '/pricing', count: 3000 },
}

// Runs first, because later tests leave data in the server's memory.
test('memory after a start, after using each part once, under sixteen browsers, and at rest', async () => {
  const pid = server.process.pid!
  const rested = async () => {
    await wait(REST_SECONDS * 1000)
    return memoryOf(pid)
  }
  const memoryAfterUse = await rested()
  let max = 0
  const deadline = Date.now() + 30_000
  const watch = setInterval(() => {
    max = Math.max(max, memoryOf(pid))
  }, 200)
  const paths = Object.values(PAGES)
  for (let n = 0; Date.now() < deadline; n++) {
    const { path, cookie } = paths[n % paths.length]!
    await load(server.base + path(), { 'accept-encoding': 'br', ...(cookie && { cookie: cookie() }) }, 160)
  }
  clearInterval(watch)
  const memoryAfterLoad = await rested()
  const excessPercent = (memoryAfterLoad / memoryAfterUse - 1) * 100
  const summary = `${idle.toFixed(0)} MB after a start, ${memoryAfterUse.toFixed(0)} MB idle with each part used once, ${max.toFixed(0)} MB under ${AT_ONCE} browsers, ${memoryAfterLoad.toFixed(0)} MB ${REST_SECONDS} s after it (${excessPercent.toFixed(0)} % above idle)`
  console.log(summary)
  expect(memoryAfterUse).toBeGreaterThan(0)
  note('memory of the server', summary, { of: 'above idle', value: excessPercent, unit: '%', atMost: HELD })
})

test.each(Object.entries(PAGES))(
  '%s compared with the same bytes served by Hono, in turn',
  async (name, target) => {
    const headers = { 'accept-encoding': 'br', ...(target.cookie && { cookie: target.cookie() }) }
    const address = server.base + target.path()
    const size = await fetchOnce(address, headers)
    const { base, peer } = await constantPeer(size)
    const [ratios, own, database]: number[][] = [[], [], []]
    try {
      await load(address, headers, target.count)
      await load(base, {}, 3000)
      for (let round = 0; round < ROUNDS; round++) {
        const server0 = cpuOf(server.process.pid!)
        const database0 = cpuOfDatabase(postgres)
        const pageRate = await load(address, headers, target.count)
        own!.push((cpuOf(server.process.pid!) - server0) / target.count)
        database!.push((cpuOfDatabase(postgres) - database0) / target.count)
        ratios!.push((await load(base, {}, 3000)) / pageRate)
      }
    } finally {
      peer.kill()
    }
    const ratio = median(ratios!)
    const ms = median(own!)
    const ms2 = median(database!)
    const summary = `${ratio.toFixed(3)} of the throughput of a constant page of its ${size} bytes; processor time ${ms.toFixed(2)} ms in the server, ${ms2.toFixed(2)} ms in the database`
    console.log(name, summary)
    expect(ratios!.length).toBe(ROUNDS)
    const goals = [
      ...(FAST_PAGES.includes(name)
        ? [{ value: ratio, unit: 'of the throughput', atLeast: THROUGHPUT }]
        : []),
      ...(name in DATABASE ? [{ value: ms2, unit: 'ms in the database', atMost: DATABASE[name]! }] : []),
    ]
    note(`page ${name}`, summary, ...goals)
  },
)
