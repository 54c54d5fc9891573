import { afterEach, beforeAll, beforeEach } from 'vitest'
import { MINUTE, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { type Cast, openCast, PASSWORD } from './people.ts'

export interface TestContext {
  db: Db
  /** A client without cookies; a new one for each test. */
  client: Client
}

/** Sets up an empty database for the tests of a file. */
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

/** Sets up a database with all people of the cast. */
export function setUpCast(): TestContext & { cast: Cast } {
  const context = setUpDatabase() as TestContext & { cast: Cast }
  beforeAll(async () => {
    context.cast = await openCast(context.db)
  })
  return context
}

/**
 * Returns a function that advances the clock. Each test begins so much later than the previous one that
 * limits per minute do not carry over.
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

/** Logs Lin in; `changes` replace fields of the login form. */
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
