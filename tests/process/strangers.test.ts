import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { Client } from '#tests/support/client.ts'
import { logIn } from '#tests/support/journey.ts'
import { note } from '#tests/support/measured.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'
import { type RunningServer, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'
import { signed } from '#tests/support/signed.ts'

const [A_SECOND, SECONDS] = ALL_LARGE ? [1000, 60] : [100, 3]
/** The number of networks of anonymous clients; each network has its own limits. */
const NETWORKS = 20

let dataDir: string
let server: RunningServer
let db: Db
beforeAll(async () => {
  dataDir = await playedDataDir()
  server = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: '1' })
  db = connect(await privatePostgresUrl(dataDir), 2)
})
afterAll(async () => {
  await db.destroy()
  await stopAllServers()
  await removeDataDir(dataDir)
})

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request of an anonymous client without cookies. Returns the status; 0 if the connection broke. */
function sendAnonymously(n: number): Promise<number> {
  const [method, path, body] = KNOCKS[n % KNOCKS.length]!(n)
  const { hostname, port } = new URL(server.base)
  const headers = {
    cookie: `visitor=${newToken()}`,
    origin: server.base,
    'x-forwarded-for': `203.0.113.${n % NETWORKS}`,
    ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  return new Promise((done) => {
    const clientRequest = request({ hostname, port, method, path, headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode!))
    })
    clientRequest.on('error', () => done(0))
    clientRequest.end(body ? new URLSearchParams(body).toString() : undefined)
  })
}

/** Requests that store rows: signed requests, failed logins, starts of a social login, votes and feedback. */
const KNOCKS: ((n: number) => [method: string, path: string, body?: Record<string, string>])[] = [
  () => ['GET', signed('/live', { api: 'pages' })],
  (n) => ['POST', '/acct/login', { login: `nobody${n}`, password: 'Wrong2026', agreement: 'yes' }],
  () => ['GET', signed('/pricing', { api: 'pages' })],
  () => ['POST', '/acct/login-wechat', { agreement: 'yes' }],
  (n) => ['POST', '/feedback', { question: `${n}?`, email: `n${n}@kestrel.example`, captcha: 'x' }],
  (n) => ['POST', '/review/login', { email: `n${n}@kestrel.example`, accessCode: 'A', captcha: 'x' }],
]

async function rows(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from platform.nonce) + (select count(*) from platform.rate_limit)
      + (select count(*) from accounts.login_failure) + (select count(*) from accounts.social_attempt)
      + (select count(*) from accounts.verification_code) + (select count(*) from messaging.feedback) as n`.execute(
    db,
  )
  return rows[0]!.n
}

/** Milliseconds of each page of a customer who is working; all requests must succeed. */
async function customerTimes(client: Client, until: () => boolean): Promise<number[]> {
  const took: number[] = []
  while (!until()) {
    const startedAt = performance.now()
    const answer = await client.get('/mgmt/home', { 'x-forwarded-for': '198.51.100.9' })
    expect((await answer.text()).includes('</html>') && answer.status).toBe(200)
    took.push(performance.now() - startedAt)
    await wait(50)
  }
  return took.sort((one, other) => one - other)
}

const at = (share: number, sorted: number[]) => sorted[Math.floor(sorted.length * share)]!

test('thousands of anonymous requests neither fill tables nor slow down customers', async () => {
  const client = await logIn(server.base)
  const rest = Date.now() + 3000
  const idle = await customerTimes(client, () => Date.now() > rest)
  const before = await rows()
  let sent = 0
  let over = false
  const open = new Set<Promise<number>>()
  const statuses = new Map<number, number>()
  const others = customerTimes(client, () => over)
  const startedAt = performance.now()
  while (performance.now() - startedAt < SECONDS * 1000) {
    const due = ((performance.now() - startedAt) / 1000) * A_SECOND
    while (sent < due && open.size < 2000) {
      const attempt = sendAnonymously(sent++)
      open.add(attempt)
      void attempt.then((status) => {
        open.delete(attempt)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      })
    }
    await wait(5)
  }
  await Promise.all(open)
  over = true
  const took = performance.now() - startedAt
  const busy = await others
  const left = (await rows()) - before
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, n]) => `${n} × ${status}`)
  const summary = `${sent} requests of ${NETWORKS} networks, ${Math.round(sent / (took / 1000))} a second: ${left} rows (${counts.join(', ')}); another’s ${busy.length} pages all came, median ${at(0.5, busy).toFixed(0)} ms, p99 ${at(0.99, busy).toFixed(0)} ms, of a quiet server ${at(0.5, idle).toFixed(0)} and ${at(0.99, idle).toFixed(0)} ms`
  note('growth by strangers (S-40)', summary)
  // A request beyond the waiting limit gets 503.
  const broken = [...statuses.keys()].filter((status) => status === 0 || (status >= 500 && status !== 503))
  expect(broken, server.output().slice(0, 4000)).toEqual([])
  expect(left).toBeGreaterThan(100)
  // Per network: 600 signed requests a minute in at most two minutes, 50 failed logins, 60 starts of a
  // social login, and one row of each other kind.
  expect(left).toBeLessThan(NETWORKS * (2 * 600 + 50 + 60 + 20))
})
