import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from '#modules/accounts/password/password.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { DAY, HOUR, now } from '#src/core/clock.ts'
import { newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast, PASSWORD } from '#tests/cast/people.ts'
import { codeFor, registration } from '#tests/cast/registration.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** lucia reads the system clock, so its Date is moved together with our clock. */
const passTime = (milliseconds: number) => vi.setSystemTime(now().getTime() + milliseconds)

async function newSession(name: keyof Cast): Promise<{ token: string; client: Client }> {
  const token = await beginSession(db, cast[name].viewer.id)
  const client = withToken(token)
  expect(await isLoggedIn(client)).toBe(true)
  return { token, client }
}

function withToken(token: string): Client {
  const client = newClient(db)
  client.cookies.set(SESSION_COOKIE, token)
  return client
}

const isLoggedIn = async (client: Client) => (await client.get('/mgmt/acct-info')).status === 200

const logIn = (client: Client, login = 'hannah') =>
  client.post('/acct/login', { login, password: PASSWORD, agreement: 'yes' })

const setState = (name: keyof Cast, state: 'active' | 'disabled' | 'frozen') =>
  db.updateTable('accounts.account').set({ state }).where('id', '=', cast[name].viewer.id).execute()

test('a token has 200 random bits: forty letters, each one of thirty-two', () => {
  const tokens = Array.from({ length: 2000 }, newToken)
  expect(new Set(tokens).size).toBe(2000)
  for (const token of tokens) expect(token).toMatch(/^[a-z2-7]{40}$/)
  for (let place = 0; place < 40; place++) expect(new Set(tokens.map((token) => token[place])).size).toBe(32)
})

test('1: after a logout the token is invalid on the server', async () => {
  const { token, client } = await newSession('hannah')
  expect((await client.post('/logout')).status).toBe(303)
  expect(await isLoggedIn(withToken(token))).toBe(false)
})

test('2: a login makes a new token and ends the browser’s previous session', async () => {
  const { token, client } = await newSession('hannah')
  expect((await logIn(client)).status).toBe(303)
  expect(client.cookies.get(SESSION_COOKIE)).not.toBe(token)
  expect(await isLoggedIn(client)).toBe(true)
  expect(await isLoggedIn(withToken(token))).toBe(false)
})

test('3: a registration makes a new token and ends the browser’s previous session', async () => {
  const { token, client } = await newSession('hannah')
  const code = await codeFor(db, client, 'fresh@session.example')
  const answer = await client.post('/acct/register', registration({ email: 'fresh@session.example', code }))
  expect(answer.headers.get('location')).toBe('/mgmt/home')
  expect(client.cookies.get(SESSION_COOKIE)).not.toBe(token)
  expect(await isLoggedIn(client)).toBe(true)
  expect(await isLoggedIn(withToken(token))).toBe(false)
})

test('4: a new password ends every session of the account, and of no other account', async () => {
  const sessions = [await newSession('hannah'), await newSession('hannah')]
  const other = await newSession('lin')
  const client = newClient(db)
  const code = await codeFor(db, client, 'hannah@example.com', 'password')
  const password = { password: 'Kestrel2027', confirmPassword: 'Kestrel2027' }
  const reset = await client.post('/acct/forgot-password', {
    channel: 'email',
    email: 'hannah@example.com',
    code,
    ...password,
  })
  expect(reset.headers.get('location')).toBe('/acct/login?reset=done')
  for (const { token } of sessions) expect(await isLoggedIn(withToken(token))).toBe(false)
  expect(await isLoggedIn(other.client)).toBe(true)
  await db
    .updateTable('accounts.account')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', cast.hannah.viewer.id)
    .execute()
})

test.each(['disabled', 'frozen'] as const)(
  '5 and 6: an account that is %s is logged out at its next request',
  async (state) => {
    const { client } = await newSession('zhou')
    await setState('zhou', state)
    expect(await isLoggedIn(client)).toBe(false)
    expect((await logIn(newClient(db), 'zhou')).status).toBe(422)
    await setState('zhou', 'active')
  },
)

test('7: a day without a request ends the session, an hour less does not', async () => {
  const { client } = await newSession('hannah')
  passTime(23 * HOUR)
  expect(await isLoggedIn(client)).toBe(true)
  passTime(DAY + HOUR)
  expect(await isLoggedIn(client)).toBe(false)
})

test('8: thirty days end a session, whatever its activity', async () => {
  const { client } = await newSession('hannah')
  for (let hours = 0; hours < 30 * 24 - 15; hours += 15) {
    passTime(15 * HOUR)
    expect([hours, await isLoggedIn(client)]).toEqual([hours, true])
  }
  passTime(16 * HOUR)
  expect(await isLoggedIn(client)).toBe(false)
})

test('9: nothing in a dump of the database opens a session', async () => {
  await newSession('hannah')
  const rows = await db.selectFrom('platform.session').select('id_hash').execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { id_hash } of rows) expect(await isLoggedIn(withToken(id_hash))).toBe(false)
})

test('10: a similar token, or one in another place, is invalid', async () => {
  const { token } = await newSession('hannah')
  const flipped = (token.startsWith('a') ? 'b' : 'a') + token.slice(1)
  for (const near of [
    flipped,
    token.toUpperCase(),
    token.slice(1),
    `${token}a`,
    `${token}%20`,
    'a'.repeat(5000),
    '',
  ])
    expect([near, await isLoggedIn(withToken(near))]).toEqual([near, false])
  const elsewhere = newClient(db)
  expect((await elsewhere.get(`/mgmt/acct-info?session=${token}`)).status).toBe(303)
  expect((await elsewhere.get('/mgmt/acct-info', { authorization: `Bearer ${token}` })).status).toBe(303)
})

test('a revoked permission has no effect from the next request on', async () => {
  const { id } = await filledDraft(db, cast.lin.viewer)
  const setRole = (role: 'admin' | 'member') =>
    db.updateTable('accounts.account').set({ role }).where('id', '=', cast.zhou.viewer.id).execute()
  const { client } = await newSession('zhou')
  await setRole('admin')
  expect((await client.get(`/mgmt/${id}/view-doc`)).status).toBe(200)
  await setRole('member')
  expect((await client.get(`/mgmt/${id}/view-doc`)).status).toBe(404)
})
