import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#src/app/database.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { ofAccount, tell } from '#src/live/tell.ts'
import { note } from '../support/measured.ts'
import { privatePostgresUrl } from '../support/private-url.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { memoryOf } from './usage.ts'

const STREAMS = Number(process.env.STREAMS ?? 2000)

let dataDir: string
let server: RunningServer
let db: Db
let people: { id: string; cookie: string }[]

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startServer({ DATA_DIR: dataDir })
  db = connect(await privatePostgresUrl(dataDir), 4)
  people = await peopleLoggedIn()
}, 600_000)

afterAll(async () => {
  await db.destroy()
  await server.stop()
  await removeDataDir(dataDir)
})

/** As many individuals as streams, made of one of the demo. */
async function peopleLoggedIn() {
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
  heard: string
}

function listen(cookie: string): Promise<Listening> {
  return new Promise((done, fail) => {
    const headers = { cookie, accept: 'text/event-stream' }
    get(`${server.base}/live`, { agent, headers }, (answer) => {
      const listening = { answer, heard: '' }
      if (answer.statusCode !== 200) return fail(new Error(`${answer.statusCode}`))
      answer.on('data', (chunk) => {
        listening.heard += chunk
        if (listening.heard.includes('event: todo')) done(listening)
      })
    }).on('error', fail)
  })
}

async function openAll(): Promise<Listening[]> {
  const open: Listening[] = []
  for (let from = 0; from < people.length; from += 50)
    open.push(...(await Promise.all(people.slice(from, from + 50).map(({ cookie }) => listen(cookie)))))
  return open
}

/** Milliseconds until everybody has heard `message`, or those who had not after a minute. */
async function untilHeard(open: Listening[], message: string) {
  const began = performance.now()
  const deaf = () => open.filter(({ heard }) => !heard.includes(message))
  while (deaf().length && performance.now() - began < 60_000) await wait(5)
  return { took: performance.now() - began, deaf: deaf().length }
}

test('memory of a stream, and a message to each of them', async () => {
  const pid = server.process.pid!
  // What the first requests take is not the streams’.
  for (const { answer } of await openAll()) answer.destroy()
  await wait(Number(process.env.REST ?? 30_000))
  const before = memoryOf(pid)
  const open = await openAll()
  await wait(Number(process.env.REST ?? 30_000))
  const each = ((memoryOf(pid) - before) * 1024) / STREAMS
  await tell(
    db,
    people.map(({ id }) => ofAccount(id)),
    'chat',
    { message: 'to-everybody' },
  )
  const all = await untilHeard(open, 'to-everybody')
  for (const { id } of people) await tell(db, [ofAccount(id)], 'chat', { message: `to-${id}` })
  const singly = await Promise.all(people.map(({ id }, n) => untilHeard([open[n]!], `to-${id}`)))
  const lost = all.deaf + singly.reduce((sum, { deaf }) => sum + deaf, 0)
  const found = `${STREAMS} streams, ${each.toFixed(1)} KB of the server’s memory each; a message to all heard by the last after ${all.took.toFixed(0)} ms; ${2 * STREAMS} messages, ${lost} lost`
  console.log(found)
  note('live events', found)
  expect(lost).toBe(0)
  for (const { answer } of open) answer.destroy()
})
