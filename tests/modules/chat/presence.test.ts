import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAgentOnline, recordPresence } from '#modules/chat/presence.ts'
import { setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { closeStreams } from '#src/live/streams.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventsIn } from '#tests/support/events.ts'

/** A Wednesday in Shanghai, at noon. */
const NOON = Date.parse('2026-11-25T12:00:00+08:00')

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  // Whatever day it is, all sessions are still valid at noon.
  const validity = { created_at: new Date(NOON), expires_at: new Date('2099-01-01') }
  await db.updateTable('platform.session').set(validity).execute()
})
beforeEach(() => db.deleteFrom('chat.presence').execute())
afterEach(() => {
  closeStreams()
  setClock(null)
})

const setTime = (ms: number) => setClock(() => new Date(ms))

async function openPage(client: Client) {
  const { body } = await client.get('/live', { accept: 'text/event-stream' })
  const events = eventsIn(body!)
  await events.next()
  return events
}

/** The state on the page and in the last live event. */
async function lastNotice(): Promise<[string, boolean]> {
  const html = await (await cast.hannah.client.get('/mgmt/online-service')).text()
  const [shown] = [...html.matchAll(/data-waits="(!?agentOnline)"(?! hidden)[^>]*>/g)].filter(
    ([tag]) => !tag.includes('badge'),
  )
  const { model } = await (await cast.hannah.client.get('/live')).json()
  return [shown![1]!, model.agentOnline]
}

test('staff are online while one of them has a page open, and for a minute afterwards', async () => {
  setTime(NOON)
  expect(await lastNotice()).toEqual(['!agentOnline', false])
  await openPage(cast.ruo.client)
  await expect.poll(lastNotice).toEqual(['agentOnline', true])
  setTime(NOON + 59_000)
  expect(await lastNotice()).toEqual(['agentOnline', true])
  setTime(NOON + 61_000)
  expect(await lastNotice()).toEqual(['!agentOnline', false])
})

test('a customer’s open page does not count', async () => {
  setTime(NOON)
  await openPage(cast.lin.client)
  expect(await lastNotice()).toEqual(['!agentOnline', false])
})

test('outside office hours staff are offline, even with a page open', async () => {
  const evening = NOON + 6 * 3_600_000
  setTime(evening)
  await openPage(cast.ruo.client)
  expect(await lastNotice()).toEqual(['!agentOnline', false])
})

test.each([
  ['2026-11-25T08:59:59+08:00', false],
  ['2026-11-25T09:00:00+08:00', true],
  ['2026-11-25T17:59:59+08:00', true],
  ['2026-11-25T18:00:00+08:00', false],
  ['2026-11-27T12:00:00+08:00', true],
  ['2026-11-28T12:00:00+08:00', false],
  ['2026-11-29T12:00:00+08:00', false],
  ['2026-11-30T00:30:00Z', false],
  ['2026-11-30T01:00:00Z', true],
  // From the calendar: National Day, and a Saturday that replaces a working day.
  ['2026-10-07T12:00:00+08:00', false],
  ['2026-10-10T12:00:00+08:00', true],
])('with somebody of staff present, the service at %s is online: %s', async (moment, online) => {
  setTime(Date.parse(moment))
  await recordPresence(db, cast.ruo.viewer.id)
  expect(await isAgentOnline(db)).toBe(online)
})
