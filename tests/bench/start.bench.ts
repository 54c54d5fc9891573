import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrivatePostgres } from '#src/db/postgres.ts'
import { note } from '../support/measured.ts'
import { createDemoOnce, demoDirIn } from '../support/play.ts'
import { freePort, newDataDir, removeDataDir, START_FLAGS } from '../support/server.ts'
import { median } from './load.ts'
import { memoryOf } from './usage.ts'

const ROUNDS = 9
/** Milliseconds after which a started server is idle. */
const REST_MS = 5000
/** Milliseconds from the start of the process to the first 200, with an existing database (P-18). */
const WITH_DATABASE = 1000
const WITH_OWN_DATABASE = 1500
/** Megabytes of the idle server. */
const IDLE = 160

let folder: string
let played: string

beforeAll(async () => {
  folder = await newDataDir()
  played = await createDemoOnce(demoDirIn(folder))
}, 600_000)

afterAll(() => removeDataDir(folder))

/** Starts the server as the image does, and the demo's private PostgreSQL if there is no other. */
const product = (port: number, env: Record<string, string>) =>
  spawn(process.execPath, START_FLAGS, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DEMO: '1',
      LOG_LEVEL: 'error',
      PORT: String(port),
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      ...env,
    },
    stdio: 'ignore',
  })

const bareVariables = (port: number) =>
  spawn(process.execPath, ['tests/bench/constant-server.ts', String(port), '1000'], { stdio: 'ignore' })

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    get({ host: '127.0.0.1', port, agent: false, path: '/' }, (answer) => {
      answer.resume()
      done(answer.statusCode! < 400)
    }).on('error', () => done(false))
  })

interface StartFigures {
  took: number
  memory: number
}

async function startOnce(run: (port: number) => ChildProcess): Promise<StartFigures> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = run(port)
  const exitPromise = new Promise((done) => child.on('exit', done))
  while (!(await answers(port))) {
    expect(child.exitCode).toBeNull()
    await wait(4)
  }
  const took = performance.now() - startedAt
  await wait(REST_MS)
  const memory = memoryOf(child.pid!)
  child.kill()
  await exitPromise
  return { took, memory }
}

/** Runs alternate, so that other load on the machine affects all of them; returns the medians. */
async function compare(
  run: (port: number) => ChildProcess,
): Promise<{ ours: StartFigures; bares: StartFigures }> {
  const rounds: { ours: StartFigures; bares: StartFigures }[] = []
  await startOnce(run)
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await startOnce(run), bares: await startOnce(bareVariables) })
  const middle = (whose: 'ours' | 'bares'): StartFigures => ({
    took: median(rounds.map((one) => one[whose].took)),
    memory: median(rounds.map((one) => one[whose].memory)),
  })
  return { ours: middle('ours'), bares: middle('bares') }
}

const inWords = ({ ours, bares }: { ours: StartFigures; bares: StartFigures }) =>
  `${ours.took.toFixed(0)} ms to the first answer, ${(ours.took / bares.took).toFixed(1)} times a bare Hono server; ` +
  `${ours.memory.toFixed(0)} MB at rest, ${(ours.memory / bares.memory).toFixed(1)} times`

test('a start on existing data, with a PostgreSQL that runs', async () => {
  const dataDir = join(folder, 'running')
  execFileSync('cp', ['-a', played, dataDir])
  const postgres = await startPrivatePostgres(dataDir)
  const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, NODE_ENV: 'test', DEMO: '0' }
  const summary = await compare((port) => product(port, env))
  await postgres.stop()
  note(
    'start with a database (P-18)',
    inWords(summary),
    { of: 'start', value: summary.ours.took, unit: 'ms', atMost: WITH_DATABASE },
    { of: 'memory at rest', value: summary.ours.memory, unit: 'MB', atMost: IDLE },
  )
}, 600_000)

test('a start of the demo on existing data, with its own PostgreSQL', async () => {
  const dataDir = join(folder, 'alone')
  execFileSync('cp', ['-a', played, dataDir])
  const summary = await compare((port) => product(port, { DATA_DIR: dataDir }))
  note('start of the demo with its own PostgreSQL (P-18)', inWords(summary), {
    of: 'start',
    value: summary.ours.took,
    unit: 'ms',
    atMost: WITH_OWN_DATABASE,
  })
}, 600_000)
