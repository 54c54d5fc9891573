import { afterEach, beforeAll, beforeEach } from 'vitest'
import { MINUTE, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { type Cast, openCast, PASSWORD } from './people.ts'

export interface TestContext {
  db: Db
  /** A new browser for each test. */
  client: Client
}

/** Sets up an empty database for the tests of one file. */
export function setUpDatabase(): TestContext {
  const context = {} as TestContext
  beforeAll(async () => {
    context.db = await testDatabase()
  })
  beforeEach(() => {
    context.client = newClient(context.db)
  })
  return context
}

/** Sets up a database with the whole cast of people. */
export function setUpCast(): TestContext & { cast: Cast } {
  const context = setUpDatabase() as TestContext & { cast: Cast }
  beforeAll(async () => {
    context.cast = await openCast(context.db)
  })
  return context
}

/**
 * Advances the clock by hand. Each test begins long enough after the previous one that their limits per
 * minute do not interfere.
 */
export function setUpClock(): (milliseconds: number) => void {
  let time = Date.parse('2026-03-02T09:00:00+08:00')
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  beforeEach(() => {
    pass(2 * MINUTE)
    setClock(() => new Date(time))
  })
  afterEach(() => setClock(null))
  return pass
}

/** Logs Lin in, or the person of `changes`. */
export function logIn(
  client: Client,
  changes: Record<string, string> = {},
  headers?: Record<string, string>,
): Promise<Response> {
  return client.post(
    '/acct/login',
    { login: 'lin', password: PASSWORD, agreement: 'yes', ...changes },
    headers,
  )
}

export function accountOf(db: Db, id: string) {
  return db.selectFrom('accounts.account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
