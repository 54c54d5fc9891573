import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { startListening } from '#src/live/listener.ts'
import { type LiveEvent, notifyLive } from '#src/live/notify.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { openDatabaseProxy } from '#tests/support/database-proxy.ts'

let db: Db
let url: string

beforeAll(async () => {
  db = await testDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  url = inject('postgresUrl').replace(/\/postgres$/, `/${rows[0]!.name}`)
})

/** Starts the listener of one process; once it is connected, returns the events that it receives. */
async function listening(address = url) {
  const events: string[] = []
  const missed = vi.fn()
  const stop = startListening(address, {
    onEvent: ({ data }: LiveEvent) => events.push(data.message!),
    onGap: missed,
  })
  atTheEnd(stop)
  await vi.waitFor(() => expect(missed).toHaveBeenCalled())
  return { events, missed, stop }
}

const sendEvent = (message: string, trx = db) => notifyLive(trx, ['account:a'], 'chat', { message })

test('events of one process are received by every process, in order, and only after the commit', async () => {
  const one = await listening()
  const otherListener = await listening()
  await db.transaction().execute(async (trx) => {
    await sendEvent('first', trx)
    await sendEvent('second', trx)
    await sendEvent('while it is open, elsewhere')
    await expect.poll(() => otherListener.events).toEqual(['while it is open, elsewhere'])
  })
  const allEvents = ['while it is open, elsewhere', 'first', 'second']
  await expect.poll(() => [one.events, otherListener.events]).toEqual([allEvents, allEvents])
  await one.stop()
  await sendEvent('third')
  await expect.poll(() => otherListener.events).toContain('third')
  expect(one.events).toEqual(allEvents)
})

test('events of a rolled-back transaction are not sent', async () => {
  const { events } = await listening()
  const failing = db.transaction().execute(async (trx) => {
    await sendEvent('never', trx)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await sendEvent('after it')
  await expect.poll(() => events).toEqual(['after it'])
})

test('an event for a large audience is split into parts that fit', async () => {
  const everybody: string[] = []
  const missed = vi.fn()
  atTheEnd(startListening(url, { onEvent: ({ audience }) => everybody.push(...audience), onGap: missed }))
  await vi.waitFor(() => expect(missed).toHaveBeenCalled())
  const audience = Array.from({ length: 500 }, () => `account:${crypto.randomUUID()}`)
  await notifyLive(db, audience, 'todo')
  await notifyLive(db, [], 'todo')
  await expect.poll(() => everybody).toEqual(audience)
})

test('a lost connection is reopened, and listeners are notified that events may be missing', async () => {
  const { events, missed } = await listening()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen live'`.execute(db)
  await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(2), 10_000)
  await sendEvent('again')
  await expect.poll(() => events).toEqual(['again'])
})

test('a database that is down for a while is listened to again when it is back', async () => {
  const gate = await openDatabaseProxy(url)
  atTheEnd(() => gate.shut())
  const { events, missed } = await listening(gate.url)
  await gate.shut()
  await sendEvent('unheard')
  await wait(1200)
  await gate.reopen()
  await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(2), 10_000)
  await sendEvent('heard')
  await expect.poll(() => events).toEqual(['heard'])
})
