import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import type { Db } from '#src/db/db.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'
import { sendMailLater } from '#src/mail/mail.ts'
import { note } from '../support/measured.ts'
import { privatePostgresUrl } from '../support/private-url.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { startMailStub } from '../support/smtp.ts'
import { timesOf, valueAt } from './load.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 8)
const COUNT = 600
/** The maximum ratio to a healthy mail server. */
const GOAL = 1.2
/** The number of mails that are due during the requests, and milliseconds until the first attempt. */
const MAILS = 4
const SOON = 1000

type Stub = Awaited<ReturnType<typeof startMailStub>>

let dataDir: string
let server: RunningServer
let db: Db
let cookie: string
let stub: Stub

beforeAll(async () => {
  dataDir = await newDataDir()
  stub = await startMailStub()
  server = await startServer({ DATA_DIR: dataDir, SMTP_URL: stub.url })
  db = connect(await privatePostgresUrl(dataDir), 2)
  await startJobs(db, { supervise: false })
  const person = db.selectFrom('accounts.account').select('id').where('username', '=', 'demo_free')
  cookie = `${SESSION_COOKIE}=${await beginSession(db, (await person.executeTakeFirstOrThrow()).id)}`
}, 600_000)

afterAll(async () => {
  await stopJobs()
  await db.destroy()
  await server.stop()
  stub.close()
  await removeDataDir(dataDir)
})

/** The states of the mail server. The last one repeats the first, to show the noise. */
const STATES: Record<string, (stub: Stub) => void> = {
  well: () => {},
  'hanging up': (stub) => {
    stub.drop = 'greeting'
  },
  down: (stub) => stub.close(),
  'a minute over every answer': (stub) => {
    stub.slow = 60_000
  },
  'answering 451': (stub) => {
    stub.refuse = 451
  },
  'answering 550': (stub) => {
    stub.refuse = 550
  },
  'well again': () => {},
}

async function writeMails() {
  for (let n = 0; n < MAILS; n++) {
    const message = {
      to: `${crypto.randomUUID()}@lotus.example`,
      subject: 'Hello',
      text: 'Hello',
      html: '<p>Hello',
    }
    await db.transaction().execute((trx) => sendMailLater(trx, message))
  }
}

const countWaiting = async () =>
  (await db.selectFrom('platform.mail').select('id').where('state', '=', 'waiting').execute()).length

/** Each state has its own mails, and those of the previous state are removed. */
async function dropMails() {
  await db.deleteFrom('platform.mail').where('state', '=', 'waiting').execute()
  await sql`delete from pgboss.job where name = 'mail' and state in ('created', 'retry')`.execute(db)
}

/**
 * The list rotated by `by`: each round begins with another state, so that drift affects all of them equally.
 */
const turned = <T>(list: T[], by: number) => [
  ...list.slice(by % list.length),
  ...list.slice(0, by % list.length),
]

test('requests while mails cannot be sent, compared with when they can', async () => {
  const took: Record<string, number[]> = {}
  const remaining: Record<string, number> = {}
  const port = Number(new URL(stub.url).port)
  await dropMails()
  await timesOf(server.base, cookie, COUNT)
  for (let round = 0; round < ROUNDS; round++)
    for (const [state, bring] of turned(Object.entries(STATES), round)) {
      bring(stub)
      await writeMails()
      await wait(SOON)
      took[state] = [...(took[state] ?? []), ...(await timesOf(server.base, cookie, COUNT))]
      remaining[state] = (remaining[state] ?? 0) + (await countWaiting())
      await dropMails()
      if (state === 'down') stub = await startMailStub(port)
      stub.clearFaults()
      stub.hangUp()
    }
  for (const state of ['hanging up', 'down', 'a minute over every answer', 'answering 451'])
    expect([state, remaining[state]]).toEqual([state, MAILS * ROUNDS])
  for (const state of ['well', 'well again', 'answering 550'])
    expect([state, remaining[state]! < MAILS * ROUNDS]).toEqual([state, true])
  const well = took.well!
  for (const [state, ms] of Object.entries(took)) {
    const half = valueAt(0.5, ms)
    const max = valueAt(0.99, ms)
    const slower = { median: half / valueAt(0.5, well), p99: max / valueAt(0.99, well) }
    const summary = `median ${half.toFixed(1)} ms, p99 ${max.toFixed(1)} ms: ${slower.median.toFixed(2)} and ${slower.p99.toFixed(2)} times those with a mail server that is well; ${remaining[state]} of ${MAILS * ROUNDS} mails still waiting`
    console.log(state, summary)
    note(
      `requests, the mail server ${state}`,
      summary,
      { of: 'median', value: slower.median, unit: 'times', atMost: GOAL },
      { of: 'p99', value: slower.p99, unit: 'times', atMost: GOAL },
    )
  }
}, 900_000)
