import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftNda, logIn } from '../support/journey.ts'
import { note } from '../support/measured.ts'
import { createDemoOnce, demoDirIn } from '../support/play.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { timesOf, valueAt } from './load.ts'
import { memoryOf } from './usage.ts'

/** The duration of each load in milliseconds, and the pause in which the server releases memory. */
const ASKING = Number(process.env.ASKING ?? 30_000)
const REST_MS = Number(process.env.REST ?? 60_000)
/** The maximum megabytes of the server process for a number of concurrent connections. */
const GOALS: [connections: number, max: number][] = [
  [16, 320],
  [200, 450],
]
/** The maximum percentage by which memory may exceed that of the idle server after the load. */
const HELD = 10
/** The maximum ratio to a quiet server. */
const SLOWER = 2
const CONNECTIONS = 1000
const COUNT = 400

let folder: string
let server: RunningServer
let cookie: string
let draft: string

beforeAll(async () => {
  folder = await newDataDir()
  const dataDir = await createDemoOnce(demoDirIn(folder))
  server = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: '1' })
  const client = await logIn(server.base)
  for (let n = 0; n < 25; n++) draft = (await draftNda(client)).id
  cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  for (const path of pages()) await request(new Agent(), path)
}, 600_000)

afterAll(async () => {
  await server.stop()
  await removeDataDir(folder)
}, 60_000)

const pages = () => [
  '/mgmt/home',
  '/mgmt/my-docs',
  '/mgmt/doc-lib',
  `/mgmt/${draft}/view-doc`,
  '/product',
  '/acct/login',
]

function request(agent: Agent, path: string): Promise<number> {
  return new Promise((done, fail) => {
    const headers = { cookie, 'accept-encoding': 'br' }
    get(server.base + path, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode!))
    }).on('error', fail)
  })
}

/**
 * The peak memory in megabytes while `connections` connections send requests without pause, and the number
 * of responses.
 */
async function crowd(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const deadline = Date.now() + ASKING
  let max = 0
  let requests = 0
  const watch = setInterval(() => {
    max = Math.max(max, memoryOf(server.process.pid!))
  }, 100)
  const browser = async (n: number) => {
    for (let m = n; Date.now() < deadline; m++, requests++)
      expect([200, 303]).toContain(await request(agent, pages()[m % pages().length]!))
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => browser(n)))
  clearInterval(watch)
  agent.destroy()
  return { max, asked: requests }
}

const rested = async () => {
  await wait(REST_MS)
  return memoryOf(server.process.pid!)
}

test('memory with many connections, and a minute afterwards', async () => {
  await crowd(4)
  const idle = await rested()
  for (const [connections, goal] of GOALS) {
    const { max, asked: requests } = await crowd(connections)
    const memoryAfter = await rested()
    const excessPercent = (memoryAfter / idle - 1) * 100
    const summary = `${idle.toFixed(0)} MB idle, at most ${max.toFixed(0)} MB over ${requests} pages, ${memoryAfter.toFixed(0)} MB ${REST_MS / 1000} s after (${excessPercent.toFixed(0)} % above idle)`
    console.log(connections, summary)
    expect(max).toBeGreaterThan(0)
    note(
      `memory of the server with ${connections} connections`,
      summary,
      { of: 'most', value: max, unit: 'MB', atMost: goal },
      { of: 'above idle', value: excessPercent, unit: '%', atMost: HELD },
    )
  }
}, 900_000)

/**
 * Connections from one address: half of them send one byte of a header per second, the others send requests
 * as fast as possible.
 */
function besiege() {
  let going = true
  let refusedCount = 0
  let answered = 0
  const { hostname, port } = new URL(server.base)
  const head = `GET /acct/login HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: 203.0.113.7\r\n`
  const sockets: Socket[] = []
  const openConnection = () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => refusedCount++)
    sockets.push(socket)
    return socket
  }
  const runSlowly = async () => {
    const socket = openConnection()
    for (let n = 0; going && !socket.destroyed; n++) {
      socket.write(head[n % head.length]!)
      await wait(1000)
    }
  }
  const runFast = async () => {
    const socket = openConnection()
    let heard = () => {}
    socket.on('data', () => heard())
    socket.on('close', () => heard())
    while (going && !socket.destroyed) {
      const answer = new Promise<void>((done) => {
        heard = done
      })
      socket.write(`${head}\r\n`)
      await answer
      answered++
    }
  }
  const connectionRuns = Array.from({ length: CONNECTIONS }, (_, n) => (n % 2 ? runSlowly() : runFast()))
  return async () => {
    going = false
    for (const socket of sockets) socket.destroy()
    await Promise.all(connectionRuns)
    return { refused: refusedCount, answered }
  }
}

test('other customers’ pages during a thousand connections of one address, slow and fast', async () => {
  await timesOf(server.base, cookie, COUNT)
  const idle = await timesOf(server.base, cookie, COUNT)
  const memoryBefore = memoryOf(server.process.pid!)
  const stop = besiege()
  await wait(5000)
  const busyTimes = await timesOf(server.base, cookie, COUNT)
  const max = memoryOf(server.process.pid!)
  const { refused, answered } = await stop()
  const ratio = (share: number) => valueAt(share, busyTimes) / valueAt(share, idle)
  const summary = `median ${valueAt(0.5, busyTimes).toFixed(1)} ms, p99 ${valueAt(0.99, busyTimes).toFixed(1)} ms, ${ratio(0.5).toFixed(2)} and ${ratio(0.99).toFixed(2)} times those of a quiet server; ${answered} answers to the fast ones, ${refused} connections broken; memory ${Math.round(max - memoryBefore)} MB above`
  console.log(summary)
  expect(busyTimes).toHaveLength(COUNT)
  note(
    `others’ pages beside ${CONNECTIONS} connections of one address`,
    summary,
    { of: 'median', value: ratio(0.5), unit: 'times', atMost: SLOWER },
    { of: 'p99', value: ratio(0.99), unit: 'times', atMost: SLOWER },
  )
}, 300_000)
