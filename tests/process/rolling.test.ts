import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { sendMailLater } from '#src/mail/mail.ts'
import { type Cast, openCast, type PersonName } from '#tests/cast/people.ts'
import { newRemoteClient } from '#tests/support/client.ts'
import { openConversation } from '#tests/support/conversation.ts'
import { testDatabase, urlOf } from '#tests/support/database.ts'
import { type Fleet, startFleet } from '#tests/support/fleet.ts'
import { brokenInvariants } from '#tests/support/invariants/broken-invariants.ts'
import { startLoad } from '#tests/support/load.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { stopAllServers } from '#tests/support/server.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

const ROUNDS = caseCount(1, 20)
const PROCESSES = LONG ? [2, 4] : [2]
const A_SECOND = caseCount(3, 80)
/**
 * Seconds between two messages of a conversation; the limit is sixty in ten minutes, and failed attempts
 * count.
 */
const MESSAGE_INTERVAL = LONG ? 20 : 3

let db: Db
let url: string
let cast: Cast
let smtp: MailStub
let fleet: Fleet

beforeAll(async () => {
  db = await testDatabase()
  url = await urlOf(db)
  cast = await openCast(db, 100_000)
  smtp = await startMailStub()
})
afterEach(() => fleet.stop())
afterAll(async () => {
  await stopAllServers()
  smtp.close()
})

/** A person's client of the proxy. */
function browserOf(name: PersonName) {
  const client = newRemoteClient(fleet.front.base)
  for (const [cookie, value] of cast[name].client.cookies) client.cookies.set(cookie, value)
  return client
}

/** Writes five mails a second, each together with a row; returns their addresses. */
function writeMails() {
  const written: string[] = []
  const timer = setInterval(() => {
    const to = `restart-${newId()}@qinglan.example`
    void db
      .transaction()
      .execute((trx) => sendMailLater(trx, { to, subject: 's', text: 't', html: 'h' }))
      .then(() => written.push(to))
  }, 200)
  return () => {
    clearInterval(timer)
    return written
  }
}

/** Hannah writes to staff in one tab, and has the conversation open in another. */
async function converse() {
  const hannah = browserOf('hannah')
  const home = { path: '/mgmt/online-service', post: '/mgmt/online-service' }
  const tab = openConversation(hannah, fleet.front.base, home)
  const other = openConversation(hannah, fleet.front.base, home)
  const sent: string[] = []
  const say = () => {
    sent.push(`customer ${newNumber()}`)
    void tab.say(sent.at(-1)!)
  }
  say()
  const timer = setInterval(say, MESSAGE_INTERVAL * 1000)
  return async () => {
    clearInterval(timer)
    await expect.poll(other.shown, { timeout: 60_000 }).toContain(sent.at(-1))
    await Promise.all([tab.leave(), other.leave()])
    return { said: sent, shown: other.shown() }
  }
}

let number = 0
const newNumber = () => number++

test.runIf(LONG).for(PROCESSES)(
  '%i processes restarted one after the other under load: no request fails, each mail is sent once, each message is shown',
  { timeout: 3_600_000 },
  async (count) => {
    fleet = await startFleet(count, url, { SMTP_URL: smtp.url })
    const load = startLoad(browserOf('lin'), A_SECOND, 1)
    const stopMails = writeMails()
    const stopConversation = await converse()
    for (let round = 0; round < ROUNDS; round++) {
      await fleet.restart()
      await wait(500)
    }
    const { answers, idle } = await load.stop()
    const written = stopMails()
    const { said, shown } = await stopConversation()
    const outcomes = Object.groupBy(answers, ({ status }) => String(status))
    const counts = Object.fromEntries(Object.entries(outcomes).map(([status, all]) => [status, all!.length]))
    console.log(`${count} processes:`, JSON.stringify(counts), ...fleet.front.failed.slice(0, 5))
    expect(fleet.front.failed.slice(0, 5)).toEqual([])
    expect(Object.keys(counts).sort()).toEqual(['200', '303'])
    expect(idle.filter(({ status }) => status !== 200)).toEqual([])
    expect(shown.slice(-said.length)).toEqual(said)
    await expect
      .poll(() => written.filter((to) => !smtp.recipients.includes(to)), { timeout: 60_000 })
      .toEqual([])
    const times = (to: string) => smtp.recipients.filter((one) => one === to).length
    expect(written.filter((to) => times(to) > 1)).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
    const requests = answers.length + idle.length
    note(
      `rolling restarts of ${count} processes under load`,
      `${ROUNDS} times each process: ${requests} requests, none failed (${fleet.front.moved()} sent to another process, because one had stopped listening); ${written.length} mails sent once each; ${said.length} messages of a conversation shown at once to an open page`,
    )
  },
)
