// Alone: it reads the log through a separate pino.
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { housekeeping } from '#src/app/housekeeping.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { withoutValues } from '#src/core/text/without-values.ts'
import type { Db } from '#src/db/db.ts'
import { observeQuery } from '#src/db/observed-query.ts'
import { readReference } from '#src/http/errors/failed-request.ts'
import { giveApp } from '#tests/cast/factors.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { failingDatabase } from '#tests/support/failing-database.ts'

const lines = vi.hoisted((): string[] => [])

vi.mock('pino', async (original) => {
  const { default: pino } = await original<typeof import('pino')>()
  const logStream = { write: (line: string) => void lines.push(line) }
  const spied = (options: object) => pino({ ...options, level: 'info' }, logStream)
  return { default: Object.assign(spied, { stdTimeFunctions: pino.stdTimeFunctions }) }
})

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  // Outside a demo staff need a second factor.
  await giveApp(db, cast.ruo.viewer.id)
})
beforeEach(() => {
  config.demo = false
  lines.length = 0
})
afterEach(() => {
  Object.assign(config, { demo: true, TRUST_PROXY: false })
  setClock(null)
})

const logged = (message: string) =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.msg === message)

/** The database with an error for queries of customers' orders; the message of the error contains values. */
function withoutOrders(real: Db): Db {
  return new Proxy(real, {
    get: (target, key) => {
      const value = Reflect.get(target, key)
      if (key === 'selectFrom')
        return (table: string) => {
          if (table.startsWith('orders.')) throw new TypeError(MESSAGE)
          return target.selectFrom(table as never)
        }
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const MESSAGE = 'relation "orders.order" lacks "Kestrel Robotics" of chen@lotus.example, 13812345678'

/** A client whose requests fail in the database. */
function failed(client: Client): Client {
  const brokenClient = newClient(withoutOrders(db))
  for (const [name, value] of client.cookies) brokenClient.cookies.set(name, value)
  return brokenClient
}

describe('the log of requests', () => {
  test('has method, pattern, status and duration of each, under an id of its own', async () => {
    await newClient(db).get('/pricing?utm=secret-word')
    await newClient(db).get(`/sign/${'s'.repeat(40)}?x=1`)
    const [pricing, sign] = logged('request')
    expect(pricing).toMatchObject({ method: 'GET', route: '/pricing', status: 200, ms: expect.any(Number) })
    expect(sign).toMatchObject({ method: 'GET', route: '/sign/:token', status: 404 })
    expect(pricing.requestId).toMatch(/^[\w-]{36}$/)
    expect(sign.requestId).not.toBe(pricing.requestId)
    expect(logged('access refused')[0].requestId).toBe(sign.requestId)
    expect(lines.join()).not.toMatch(/secret-word|s{40}/)
  })

  test('names no logged-in person and no health check', async () => {
    await cast.lin.client.get('/mgmt/home')
    await newClient(db).get('/healthz')
    await newClient(db).get('/readyz')
    expect(logged('request').map(({ route }) => route)).toEqual(['/mgmt/home'])
    expect(lines.join()).not.toContain(cast.lin.viewer.id)
  })

  test('takes the id of our own proxy, if it is well formed', async () => {
    const ids = async (id: string) => {
      lines.length = 0
      await newClient(db).get('/pricing', { 'x-request-id': id })
      return logged('request')[0].requestId
    }
    expect(await ids('abcdef0123456789')).not.toBe('abcdef0123456789')
    config.TRUST_PROXY = true
    expect(await ids('abcdef0123456789')).toBe('abcdef0123456789')
    for (const bad of ['short', `${'x'.repeat(65)}`, 'with space 1', '{"event":"entered"}'])
      expect(await ids(bad)).not.toBe(bad)
  })
})

test('a slow query is logged without its values', async () => {
  await sql`select pg_sleep(0.6), ${'Kestrel'}::text`.execute(db)
  expect(logged('slow query')).toEqual([
    expect.objectContaining({ statement: 'select pg_sleep(0.6), $1::text', pool: 'background' }),
  ])
  expect(logged('slow query')[0].ms).toBeGreaterThanOrEqual(600)
  lines.length = 0
  await observeQuery(sql`select 1`.compile(db), 'background', async () => [])
  expect(lines).toEqual([])
})

describe('a failed request', () => {
  const failure = async () => {
    const html = await (await failed(cast.lin.client).get('/mgmt/order-record')).text()
    return /[A-Z2-7]{4}-[A-Z2-7]{4}/.exec(html)![0]
  }
  const desk = async (search = '') =>
    (await (await cast.ruo.client.get(`/desk/errors${search}`)).text()).replace(/<!-- -->/g, '')

  test('shows its reference, which log and desk have too, without values', async () => {
    const reference = await failure()
    expect(logged('request failed')).toEqual([
      expect.objectContaining({ reference, route: '/mgmt/order-record', requestId: expect.any(String) }),
    ])
    const page = await desk(`?reference=${reference}`)
    for (const words of [
      reference,
      '/mgmt/order-record',
      'TypeError: relation &quot;orders.order&quot; lacks',
    ])
      expect(page).toContain(words)
    expect(page).not.toMatch(/Kestrel|chen@|138123/)
    const [row] = await db.selectFrom('platform.failed_request').selectAll().execute()
    expect(row).toMatchObject({ reference, method: 'GET', error: 'TypeError', trace_id: null })
    expect(row!.release).toMatch(/^\d+\.\d+\.\d+\+\w+$/)
  })

  test('tells programs the reference within the envelope', async () => {
    const answer = await failed(cast.lin.client).get('/mgmt/order-record', { accept: 'application/json' })
    expect(answer.status).toBe(500)
    const { model, errorCode, errorMsg } = (await answer.json()) as {
      model: { reference: string }
      errorCode: string
      errorMsg: string
    }
    expect(errorCode).toBe('OTHER')
    expect(errorMsg).toContain(model.reference)
    expect(await desk(`?reference=${model.reference}`)).toContain(model.reference)
  })

  test('is found however the reference is typed; anything else is refused with an explanation', async () => {
    const reference = await failure()
    const typedReference = ` ${reference.toLowerCase().replace('-', ' ')} `
    expect(await desk(`?${new URLSearchParams({ reference: typedReference })}`)).toContain(
      '/mgmt/order-record',
    )
    expect(await desk('?reference=ZZZZ-ZZZZ')).toContain('No failed request has this reference')
    for (const bad of ['abc', '<script>', '9999-9999', 'ABCD-EFGHI'])
      expect(await desk(`?${new URLSearchParams({ reference: bad })}`)).toContain('eight letters or digits')
    expect(readReference('k7qf3m2x')).toBe('K7QF-3M2X')
    expect(readReference('KOQF-IM2X')).toBe(readReference('k0qf 1m2x'))
  })

  test('is shown to staff only', async () => {
    expect((await cast.lin.client.get('/desk/errors')).status).toBe(404)
    expect((await newClient(db).get('/desk/errors')).status).toBe(303)
  })

  test('is deleted after thirty days', async () => {
    await failure()
    const count = async () =>
      (await db.selectFrom('platform.failed_request').select('reference').execute()).length
    const startedAt = Date.now()
    setClock(() => new Date(startedAt + 29 * DAY))
    await housekeeping.now(db, {})
    expect(await count()).toBeGreaterThan(0)
    setClock(() => new Date(startedAt + 31 * DAY))
    await housekeeping.now(db, {})
    expect(await count()).toBe(0)
  })

  test('is answered with its reference also if it cannot be stored', async () => {
    const html = await (await newClient(failingDatabase(db)).get('/faq')).text()
    const reference = /[A-Z2-7]{4}-[A-Z2-7]{4}/.exec(html)![0]
    expect(logged('request failed')[0]).toMatchObject({ reference })
    expect(logged('failed request not stored')[0]).toMatchObject({ reference })
  })
})

test.each([
  ['invalid input syntax for type uuid: "chen@lotus"', 'invalid input syntax for type uuid: "…"'],
  ['column "name" does not exist', 'column "name" does not exist'],
  [
    "Cannot read properties of undefined (reading 'id')",
    "Cannot read properties of undefined (reading 'id')",
  ],
  ['no 13812345678 at https://a:b@c.example/x', 'no … at https://…@c.example/x'],
  ['first\nsecond', 'first'],
])('the message %s is stored as %s', (message, stored) => expect(withoutValues(message)).toBe(stored))

test('connections have a name', async () => {
  const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)
  expect(rows).toEqual([{ name: 'qishu background' }])
})
