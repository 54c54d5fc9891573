import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive, ofAccount } from '#src/live/notify.ts'
import { type Events, eventsIn } from '#tests/support/events.ts'
import { logIn } from '#tests/support/journey.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { patiently } from '#tests/support/runs.ts'
import { type RunningServer, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'

let dataDir: string
let first: RunningServer
let second: RunningServer
let db: Db
let own: string

beforeAll(async () => {
  dataDir = await playedDataDir()
  first = await startServer({ DATA_DIR: dataDir })
  const url = await privatePostgresUrl(dataDir)
  const shared = { DATABASE_URL: url, NODE_ENV: 'test', DEMO: '0', DATA_DIR: dataDir }
  second = await startServer(shared)
  db = connect(url, 2)
  const { id } = await db
    .selectFrom('accounts.account')
    .select('id')
    .where('username', '=', 'demo_admin')
    .executeTakeFirstOrThrow()
  own = ofAccount(id)
})
afterAll(async () => {
  await db.destroy()
  await stopAllServers()
  await removeDataDir(dataDir)
})

/** A stream of the demo's administrator at one of the servers, after its first event. */
async function listen({ base }: RunningServer, cookie: string, leaving = new AbortController()) {
  const headers = { accept: 'text/event-stream', cookie }
  const response = await fetch(`${base}/live`, { headers, signal: leaving.signal })
  const events = response.ok ? eventsIn(response.body!) : null
  if (events) await events.next()
  return { status: response.status, events: events as Events, leaving }
}

async function cookieAt({ base }: RunningServer) {
  const { cookies } = await logIn(base)
  return [...cookies].map((pair) => pair.join('=')).join('; ')
}

// The tests depend on each other, in order.
describe('two servers on one database', { shuffle: false }, () => {
  test('an event at one server reaches the streams of the other, and a cut stream recovers', async () => {
    const here = await cookieAt(first)
    const there = await cookieAt(second)
    const one = await listen(first, here)
    const other = await listen(second, there)
    await notifyLive(db, [own], 'chat', { message: '1' })
    for (const { events } of [one, other])
      expect(await events.next()).toEqual({ kind: 'chat', data: { message: '1' } })
    other.leaving.abort()
    const again = await listen(second, there)
    await notifyLive(db, [own], 'chat', { message: '2' })
    for (const { events } of [one, again])
      expect(await events.next()).toEqual({ kind: 'chat', data: { message: '2' } })
    one.leaving.abort()
    again.leaving.abort()
  })

  test('a template retired at one server is offered at neither, and again after it is restored', async () => {
    const desk = await logIn(first.base, 'desk_agent')
    const customer = await logIn(second.base)
    const offered = async () => (await customer.get('/mgmt/new-doc?template=power-of-attorney')).status
    expect(await offered()).toBe(200)
    for (const [step, status] of [
      ['retirement', 410],
      ['restoration', 200],
    ] as const) {
      await desk.post(`/desk/templates/power-of-attorney/${step}`)
      await expect.poll(offered).toBe(status)
    }
  })

  test('a browser that leaves frees its slot', async () => {
    const cookie = await cookieAt(first)
    const seven = []
    for (let n = 0; n < 7; n++) seven.push(await listen(first, cookie))
    expect(seven.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429])
    seven[2]!.leaving.abort()
    await expect
      .poll(async () => {
        const { status, leaving } = await listen(first, cookie)
        leaving.abort()
        return status
      })
      .toBe(200)
    for (const { leaving } of seven) leaving.abort()
  })

  test('a stopping server ends its streams immediately and does not wait for them', async () => {
    const { events } = await listen(second, await cookieAt(second))
    const startedAt = performance.now()
    const stopped = second.stop()
    expect(await Promise.race([events.next(), wait(patiently(2000), 'still open')])).toBeNull()
    expect(await stopped).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(patiently(5000))
  })

  test('a server stopped under load answers every request that has reached it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 24 })
    const outcomes: string[] = []
    // When its connection closes, it connects to another server, as through a proxy.
    const client = async () => {
      for (let last = '200 keep-alive'; last === '200 keep-alive'; outcomes.push(last))
        last = await ask(`${first.base}/acct/login`, agent)
    }
    const clients = Promise.all(Array.from({ length: 24 }, client))
    await expect.poll(() => outcomes.length).toBeGreaterThan(100)
    expect(await first.stop()).toBe(0)
    await clients
    agent.destroy()
    const counts = Object.groupBy(outcomes, (outcome) => outcome)
    expect(Object.keys(counts).sort()).toEqual(['200 close', '200 keep-alive'])
    expect(counts['200 close']).toHaveLength(24)
  })
})

/** The status of a complete response and its Connection header, or the error. */
function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((done) => {
    const request = get(url, { agent }, (answer) => {
      const { statusCode, headers } = answer
      answer.on('error', () => done('cut off')).on('end', () => done(`${statusCode} ${headers.connection}`))
      answer.resume()
    })
    request.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'cut off'))
  })
}
