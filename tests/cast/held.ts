import { afterEach, beforeAll, beforeEach } from 'vitest'
import { MINUTE, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { type Cast, openCast, PASSWORD } from './people.ts'

export interface Held {
  db: Db
  /** A new browser for each test. */
  client: Client
}

/** An empty database for the tests of one file. */
export function heldDatabase(): Held {
  const held = {} as Held
  beforeAll(async () => {
    held.db = await testDatabase()
  })
  beforeEach(() => {
    held.client = newClient(held.db)
  })
  return held
}

/** A database with the whole cast in it. */
export function heldCast(): Held & { cast: Cast } {
  const held = heldDatabase() as Held & { cast: Cast }
  beforeAll(async () => {
    held.cast = await openCast(held.db)
  })
  return held
}

/**
 * Advances the clock by hand. Each test begins long enough after the previous one that their limits per
 * minute do not interfere.
 */
export function heldClock(): (milliseconds: number) => void {
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
