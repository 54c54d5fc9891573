import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../support/journey.ts'
import { note } from '../support/measured.ts'
import { createDemoOnce, demoDirIn } from '../support/play.ts'
import { freePort, newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { load, median } from './load.ts'
import { cpuOf } from './usage.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 9)
const COUNT = 400
const PAGES = ['/mgmt/home', '/mgmt/my-docs']

/** The share of the throughput without telemetry that each configuration must reach. */
const CONFIGURATIONS = {
  'tracing at the default sampling': { env: {}, atLeast: 0.95 },
  'tracing of everything': { env: { OTEL_TRACES_SAMPLER: 'always_on' }, atLeast: 0.75 },
}

interface MeasuredServer {
  dir: string
  server: RunningServer
  cookie: string
}

const measuredServers = new Map<string, MeasuredServer>()
let sink: ChildProcess | undefined
let sinkPort: number

async function openMeasuredServer(name: string, env: Record<string, string>) {
  const dir = await newDataDir()
  const dataDir = await createDemoOnce(demoDirIn(dir))
  const server = await startServer({ DATA_DIR: dataDir, ...env })
  const client = await logIn(server.base)
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  measuredServers.set(name, { dir, server, cookie })
}

beforeAll(async () => {
  sinkPort = await freePort()
  sink = spawn(process.execPath, ['tests/bench/otlp-sink.ts', String(sinkPort)])
  await openMeasuredServer('off', {})
  for (const [name, { env }] of Object.entries(CONFIGURATIONS))
    await openMeasuredServer(name, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${sinkPort}`, ...env })
}, 600_000)

afterAll(async () => {
  sink?.kill()
  for (const { dir, server } of measuredServers.values()) {
    await server.stop()
    await removeDataDir(dir)
  }
}, 60_000)

/**
 * Pages per second of processor time that a busy server serves. Elapsed time would vary with other load on
 * the machine by more than this bench measures.
 */
async function throughputOf(name: string, page: string): Promise<number> {
  const { server, cookie } = measuredServers.get(name)!
  const pid = server.process.pid!
  const cpuBefore = cpuOf(pid)
  await load(server.base + page, { 'accept-encoding': 'br', cookie }, COUNT)
  return (COUNT * 1000) / (cpuOf(pid) - cpuBefore)
}

/** The number of bytes of telemetry that the sink has received. */
const receivedBytes = async () => Number(await (await fetch(`http://127.0.0.1:${sinkPort}/received`)).text())

test('the throughput with telemetry as a share of the throughput without, measured alternately', async () => {
  const names = ['off', ...Object.keys(CONFIGURATIONS)]
  for (const page of PAGES)
    for (const name of names) for (let n = 0; n < 3; n++) await throughputOf(name, page)
  const shares = new Map<string, number[]>(Object.keys(CONFIGURATIONS).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const page of PAGES) {
      // The machine gets faster and slower over time, so each round begins with another configuration.
      const order = names.map((_, n) => names[(n + round) % names.length]!)
      const throughputs = new Map<string, number>()
      for (const name of order) throughputs.set(name, await throughputOf(name, page))
      for (const [name, list] of shares) list.push(throughputs.get(name)! / throughputs.get('off')!)
    }
  for (const [name, { atLeast }] of Object.entries(CONFIGURATIONS)) {
    const share = median(shares.get(name)!)
    const result = `${share.toFixed(3)} times the throughput without telemetry`
    console.log(name, result)
    note(`throughput with ${name}`, result, { of: 'share', value: share, atLeast })
  }
  expect(await receivedBytes()).toBeGreaterThan(1_000_000)
})
