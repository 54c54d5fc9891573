// Alone: it wraps argon2 for the product.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { passwordFits } from '#modules/accounts/password/password.ts'
import type { Db } from '#src/db/db.ts'
import { openCast, PASSWORD } from '#tests/cast/people.ts'
import { codeFor } from '#tests/cast/registration.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

type Action = (() => Promise<void>) | null

/** Runs once after the password was verified, either before the new hash is written or immediately. */
const inBetween = vi.hoisted(() => ({ action: null as Action, checked: null as Action }))

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const hash: typeof argon2.hash = async (password, ...rest) => {
    const hash = await argon2.hash(password, ...rest)
    const { action } = inBetween
    if (!action || password !== PASSWORD) return hash
    inBetween.action = null
    await action()
    return hash
  }
  const verify: typeof argon2.verify = async (...args) => {
    const fits = await argon2.verify(...args)
    const { checked } = inBetween
    inBetween.checked = null
    if (fits) await checked?.()
    return fits
  }
  return { ...argon2, hash, verify }
})

const { hash } = await import('@node-rs/argon2')

let db: Db
let client: Client

beforeAll(async () => {
  db = await testDatabase()
  await openCast(db)
})
beforeEach(async () => {
  client = newClient(db)
  const password_hash = await hash(PASSWORD, { algorithm: 2, memoryCost: 8192, timeCost: 2, parallelism: 1 })
  await db.updateTable('accounts.account').set({ password_hash }).where('username', '=', 'ruo').execute()
})

const NEW = 'Kestrel2028'

const storedHash = async () =>
  (
    await db
      .selectFrom('accounts.account')
      .select('password_hash')
      .where('username', '=', 'ruo')
      .executeTakeFirstOrThrow()
  ).password_hash

const logIn = (by: Client, password = PASSWORD) =>
  by.post('/acct/login', { login: 'ruo', password, agreement: 'yes' })

test('a password replaced while its hash is renewed stays replaced, and the old password no longer logs in', async () => {
  const owner = newClient(db)
  const code = await codeFor(db, owner, 'ruo@example.com', 'password')
  const reset = { channel: 'email', email: 'ruo@example.com', code, password: NEW, confirmPassword: NEW }
  let replaced = 0
  inBetween.action = async () => {
    replaced = (await owner.post('/acct/forgot-password', reset)).status
  }
  const answer = await logIn(client)
  expect(replaced).toBe(303)
  expect(await passwordFits(await storedHash(), NEW)).toBe(true)
  expect(await passwordFits(await storedHash(), PASSWORD)).toBe(false)
  expect(answer.status).toBe(422)
  expect((await client.get('/mgmt/acct-info')).status).toBe(303)
  expect((await logIn(newClient(db), NEW)).status).toBe(303)
})

test('two simultaneous logins that both renew the hash succeed, and their devices stay known', async () => {
  const other = newClient(db)
  let entered = 0
  inBetween.action = async () => {
    entered = (await logIn(other)).status
  }
  expect([(await logIn(client)).status, entered]).toEqual([303, 303])
  expect(await passwordFits(await storedHash(), PASSWORD)).toBe(true)
  for (let n = 0; n < 5; n++) await logIn(newClient(db), 'Wrong2026')
  expect((await logIn(newClient(db))).status).toBe(422)
  for (const known of [client, other]) expect((await logIn(known)).status).toBe(303)
})

test.each([
  ['password is replaced', { password_hash: 'another' }],
  ['account is locked', { state: 'frozen' as const }],
])('a login in progress while the %s starts no session', async (_, change) => {
  await logIn(client)
  const late = newClient(db)
  inBetween.checked = async () => {
    await db.updateTable('accounts.account').set(change).where('username', '=', 'ruo').execute()
  }
  const answer = await logIn(late)
  await db.updateTable('accounts.account').set({ state: 'active' }).where('username', '=', 'ruo').execute()
  expect([answer.status, inBetween.checked]).toEqual([422, null])
  expect((await late.get('/mgmt/acct-info')).headers.get('location')).toContain('/acct/login')
})
