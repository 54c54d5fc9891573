import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, openDatabase } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import { BACKGROUND, REQUESTS } from '#src/db/pool.ts'
import { DatabaseUnavailable, isConnectionLost, isUnavailable } from '#src/db/unavailable.ts'
import { DatabaseWatch } from '#src/db/watch.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { type DatabaseProxy, openDatabaseProxy } from '#tests/support/database-proxy.ts'
import { patiently } from '#tests/support/runs.ts'

/** Milliseconds within which requests must be answered while the database is down. */
const AT_ONCE = patiently(2000)
/** Milliseconds within which a recovered database must serve again. */
const SOON = patiently(5000)

let direct: Db
/** A connection that terminates others, and that no test terminates. */
let killer: Db
let gate: DatabaseProxy
/** The server's pools, connected through the proxy. */
let db: Db
let cast: Cast

beforeAll(async () => {
  direct = await testDatabase()
  cast = await openCast(direct)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(direct)
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${rows[0]!.name}`)
  killer = connect(url, 1)
  gate = await openDatabaseProxy(url)
  db = openDatabase(new DatabaseWatch(gate.url), REQUESTS).db
  return async () => {
    await db.destroy()
    await killer.destroy()
    await gate.shut()
  }
})

/** Lin's client of a server whose database is behind the proxy. */
function lin() {
  const client = newClient(db)
  for (const [name, value] of cast.lin.client.cookies) client.cookies.set(name, value)
  return client
}

const pidOf = async (connection: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)).rows[0]!.pid

/** Waits until a connection executes a statement that is like `like`, and terminates it. */
async function terminateAsking(like: string) {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
      and query like ${like}`.execute(killer)
    if (rows.length) return
    await wait(20)
  }
  throw new Error(`nobody asks ${like}`)
}

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('a lost connection', () => {
  test('during a read: the read is repeated on another connection', async () => {
    const read = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.3), 'again'`.execute(db)
    await terminateAsking(`%'again'%`)
    expect((await read).rows).toHaveLength(1)
  })

  test('during a write: the write is not repeated, and reports that the database was unavailable', async () => {
    const write = sql`update platform.session set device = 'w' where pg_sleep(0.3) is not null or true`
    const transaction = direct.transaction().execute(async (trx) => {
      await sql`lock table platform.session in exclusive mode`.execute(trx)
      await wait(400)
    })
    await wait(100)
    const thrown = thrownBy(write.execute(db))
    await terminateAsking('update platform.session%')
    expect([isUnavailable(await thrown), isConnectionLost(await thrown)]).toEqual([true, true])
    await transaction
  })

  test('in a transaction, running or idle, fails only that transaction', async () => {
    for (const idle of [false, true]) {
      const thrown = await thrownBy(
        db.transaction().execute(async (trx) => {
          const pid = await pidOf(trx)
          if (!idle) {
            const read = sql`select pg_sleep(5), 'inside'`.execute(trx)
            await Promise.all([terminateAsking(`%'inside'%`), read])
          } else {
            await sql`select pg_terminate_backend(${pid})`.execute(killer)
            await wait(100)
            await pidOf(trx)
          }
        }),
      )
      expect([idle, isUnavailable(thrown)]).toEqual([idle, true])
      expect(await pidOf(db)).toBeGreaterThan(0)
    }
  })

  test('together with all others during a page gives the page, or 503 at worst', async () => {
    const client = lin()
    const statuses: number[] = []
    for (let n = 0; n < 10; n++) {
      const page = client.get('/mgmt/my-docs')
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(killer)
      statuses.push((await page).status)
    }
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(6)
  })
})

describe('a statement', () => {
  const impatient = { ...REQUESTS, statement: 200, lock: 100 }

  test.each([
    ['too slow', `select pg_sleep(5)`, '57014'],
    ['waiting for a lock', `lock table platform.session in exclusive mode`, '55P03'],
  ])('that is %s ends, and is reported as busy', async (_, text, code) => {
    const shortDatabase = openDatabase(new DatabaseWatch(gate.url), impatient).db
    await direct.transaction().execute(async (trx) => {
      await sql`lock table platform.session in exclusive mode`.execute(trx)
      const thrown = await thrownBy(
        shortDatabase.transaction().execute((inner) => sql.raw(text).execute(inner)),
      )
      expect([(thrown as { code?: string }).code, isUnavailable(thrown)]).toEqual([code, true])
    })
    await shortDatabase.destroy()
  })
})

describe('a database', () => {
  async function answered(path: string, headers?: Record<string, string>) {
    const client = lin()
    const started = performance.now()
    const { status, headers: sent } = await client.get(path, headers)
    return { status, retryAfter: sent.get('retry-after'), took: performance.now() - started }
  }

  async function untilBack() {
    const started = performance.now()
    for (;;) {
      const { status } = await answered('/readyz')
      const took = performance.now() - started
      if (status === 200) return took
      if (took > 3 * SOON) return took
      await wait(50)
    }
  }

  test.each([
    ['hangs', () => gate.freeze(), () => gate.thaw()],
    ['is gone', () => gate.shut(), () => gate.reopen()],
  ])(
    'that %s is reported immediately, with 503 and Retry-After, and serves soon after',
    async (_, go, come) => {
      expect((await answered('/mgmt/home')).status).toBe(200)
      await go()
      const first = await Promise.all(Array.from({ length: 10 }, () => answered('/mgmt/home')))
      expect((await answered('/healthz')).status).toBe(200)
      const later = await Promise.all(
        ['/mgmt/my-docs', '/readyz', '/api/customer/user-info'].map((path) => answered(path)),
      )
      expect(first.map(({ status }) => status)).toEqual(first.map(() => 503))
      expect(later.map(({ status }) => status)).toEqual([503, 503, 503])
      expect(first.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
      expect(Math.max(...first.map(({ took }) => took))).toBeLessThan(AT_ONCE)
      expect(Math.max(...later.map(({ took }) => took))).toBeLessThan(AT_ONCE / 2)
      await come()
      expect(await untilBack()).toBeLessThan(SOON)
      expect((await answered('/mgmt/home')).status).toBe(200)
    },
  )

  test('that hangs for a moment does not end running background work', async () => {
    const watch = new DatabaseWatch(gate.url)
    const jobs = openDatabase(watch, BACKGROUND).db
    const working = sql`select pg_sleep(0.2)`.execute(jobs)
    await wait(100)
    gate.freeze()
    while (!watch.isAway) await wait(50)
    await expect(sql`select 1`.execute(jobs)).rejects.toThrow(DatabaseUnavailable)
    gate.thaw()
    expect((await working).rows).toHaveLength(1)
    await jobs.destroy()
  })
})

test('a watch whose last pool closes during a check ends too', async () => {
  const connections = async () =>
    (
      await sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database()`.execute(killer)
    ).rows[0]!.count
  const before = await connections()
  const looked = Array.from({ length: 10 }, async () => {
    const watch = new DatabaseWatch(gate.url)
    watch.suspect()
    await openDatabase(watch, REQUESTS).pool.end()
  })
  await Promise.all(looked)
  await expect.poll(connections).toBeLessThanOrEqual(before)
})

test('all database errors are classified in one table', () => {
  const passing = [
    '08006',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    '57014',
    '55P03',
    '40P01',
    'ECONNREFUSED',
    'EPIPE',
  ]
  for (const code of passing) expect([code, isUnavailable({ code })]).toEqual([code, true])
  const messages = [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout (Queue: mail)',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Postgres connection has been discarded',
  ]
  for (const message of messages)
    expect([message, isUnavailable(new Error(message))]).toEqual([message, true])
  for (const other of [{ code: '23505' }, { code: '42P01' }, { code: '53100' }, new Error('timeout'), null])
    expect([other, isUnavailable(other)]).toEqual([other, false])
})
