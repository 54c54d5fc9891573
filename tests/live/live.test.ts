import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { emitTurnsAt } from '#modules/signing/index.ts'
import '#src/app/events.ts'
import { DAY, HOUR, now, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { startListening } from '#src/live/listener.ts'
import { notifyLive, ofAccount } from '#src/live/notify.ts'
import { closeStreams, deliverLiveEvent, refreshStreams } from '#src/live/streams.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { type Events, eventsIn } from '#tests/support/events.ts'

let db: Db
let world: World

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${rows[0]!.name}`)
  const missed = vi.fn(refreshStreams)
  atTheEnd(startListening(url, { onEvent: deliverLiveEvent, onGap: missed }))
  await vi.waitFor(() => expect(missed).toHaveBeenCalled())
})
afterEach(() => {
  closeStreams()
  setClock(null)
})

const AS_STREAM = { accept: 'text/event-stream' }

async function listen(client: Client): Promise<Events> {
  const response = await client.get('/live', AS_STREAM)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  return eventsIn(response.body!)
}

const waits = (hasPendingTask: boolean, hasUnreadNews = true) => ({
  kind: 'todo',
  data: { hasPendingTask, hasUnreadNews, agentOnline: false },
})

// The tests depend on each other, in order.
describe('the streams of one process', { shuffle: false }, () => {
  test('are closed to anonymous browsers, which do not ask again', async () => {
    const { status } = await newClient(db).get('/live', AS_STREAM)
    expect(status).toBe(204)
  })

  test('a request without a stream returns the same state once', async () => {
    const answer = await world.cast.hannah.client.get('/live')
    expect((await answer.json()).model).toEqual(waits(false, false).data)
  })

  test('are not cached, not compressed and not buffered on the way', async () => {
    const client = world.cast.hannah.client
    const { headers } = await client.get('/live', { ...AS_STREAM, 'accept-encoding': 'br, gzip' })
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect([headers.get('x-accel-buffering'), headers.get('content-encoding')]).toEqual(['no', null])
  })

  test('an invitation to sign, a refusal and an expiry reach the account with that address', async () => {
    const { cast, signing } = world
    const invited = () => db.selectFrom('signing.signatory').where('id', '=', signing.signatoryId)
    const { email } = await invited().select('email').executeTakeFirstOrThrow()
    await db
      .updateTable('accounts.account')
      .set({ email: email!.toUpperCase() })
      .where('id', '=', cast.hannah.viewer.id)
      .execute()
    await emitTurnsAt(db, { address: email! })
    const herEvents = await listen(cast.hannah.client)
    const hisEvents = await listen(cast.zhou.client)
    expect([await herEvents.next(), await hisEvents.next()]).toEqual([waits(true), waits(true)])
    const declined = await world.signer.post(`/signing/${signing.signatoryId}/refusal`, { reason: 'no' })
    expect(declined.status).toBe(303)
    expect(await herEvents.next()).toEqual(waits(false))
    const started = await cast.lin.client.post(`/mgmt/${signing.documentId}/signing`)
    expect(started.status).toBe(303)
    expect(await herEvents.next()).toEqual(waits(true))
    await notifyLive(db, [ofAccount(cast.zhou.viewer.id)], 'chat', { message: '1' })
    expect(await hisEvents.next()).toEqual({ kind: 'chat', data: { message: '1' } })
  })

  describe('a stream ends', () => {
    async function loggedIn(login: string) {
      const client = newClient(db)
      const { status } = await client.post('/acct/login', { login, password: 'Lotus2026', agreement: 'yes' })
      expect(status).toBe(303)
      return client
    }

    test('at once when its session is logged out, but not that of another browser', async () => {
      const firstBrowser = await loggedIn('zhou')
      const secondBrowser = await loggedIn('zhou')
      const one = await listen(firstBrowser)
      const otherEvents = await listen(secondBrowser)
      for (const events of [one, otherEvents]) await events.next()
      await firstBrowser.post('/logout')
      expect(await one.next()).toBeNull()
      await notifyLive(db, [ofAccount(world.cast.zhou.viewer.id)], 'chat', { message: '1' })
      expect(await otherEvents.next()).toMatchObject({ kind: 'chat' })
      expect((await firstBrowser.get('/live', AS_STREAM)).status).toBe(204)
    })

    test('at once when its session is ended from another browser', async () => {
      const firstBrowser = await loggedIn('zhou')
      const secondBrowser = await loggedIn('zhou')
      const events = await listen(secondBrowser)
      await events.next()
      expect((await firstBrowser.post('/mgmt/acct-info/other-sessions/ending')).status).toBe(303)
      expect(await events.next()).toBeNull()
    })

    test('at once when staff disable the account', async () => {
      const events = await listen(world.cast.hannah.client)
      await events.next()
      const change = { stateAction: 'disable', reason: 'test' }
      const { ruo, hannah } = world.cast
      const answer = await ruo.client.post(`/desk/accounts/${hannah.viewer.id}/state`, change)
      expect(answer.status).toBe(303)
      expect(await events.next()).toBeNull()
      expect((await hannah.client.get('/live', AS_STREAM)).status).toBe(204)
    })

    test('when its session expires, because an open stream is no activity', async () => {
      const client = await loggedIn('zhou')
      const start = now().getTime()
      for (let hours = 1; hours < 24; hours++) {
        setClock(() => new Date(start + hours * HOUR))
        expect((await client.get('/live')).status).toBe(200)
      }
      setClock(() => new Date(start + DAY + HOUR))
      expect((await client.get('/live')).status).toBe(204)
    })
  })

  test('are at most six per person', async () => {
    const { client } = world.cast.lin
    for (let n = 0; n < 6; n++) await listen(client)
    expect((await client.get('/live', AS_STREAM)).status).toBe(429)
  })
})
