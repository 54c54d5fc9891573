import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#modules/accounts/password/password.ts'
import { DAY, SECOND } from '#src/core/clock.ts'
import { type App, codeOf, dropFactors, giveApp } from '#tests/cast/factors.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { PASSWORD } from '#tests/cast/people.ts'
import { codeFor } from '#tests/cast/registration.ts'
import { logIn, setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'

const SECURITY = '/mgmt/acct-info/security'
const STEP = '/acct/second-factor'
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

const context = setUpCast()
const pass = setUpClock()
let app: App

beforeEach(async () => {
  app = await giveApp(context.db, context.cast.lin.viewer.id)
})
afterEach(() => dropFactors(context.db, context.cast.lin.viewer.id))

const devices = () => context.db.selectFrom('accounts.remembered_device').selectAll().execute()

/** Logs in with the second factor; returns whether the second factor was requested. */
async function logInWithFactor(client: Client, remember = '') {
  const firstResponse = await logIn(client, {}, FIREFOX)
  if (firstResponse.headers.get('location') !== STEP) return false
  pass(30 * SECOND)
  const fields = { way: 'totp', code: codeOf(app.secret), remember }
  expect((await client.post(STEP, fields, FIREFOX)).status).toBe(303)
  return true
}

const logOut = (client: Client) => client.post('/logout')

describe('a remembered browser', () => {
  test('needs no second factor for thirty days, and the owner is mailed', async () => {
    expect(await logInWithFactor(context.client, 'yes')).toBe(true)
    expect((await lastMailTo(context.db, 'lin@example.com')).text).toContain('Firefox · Linux')
    await logOut(context.client)
    pass(29 * DAY)
    expect(await logInWithFactor(context.client)).toBe(false)
    expect(await (await context.client.get(SECURITY)).text()).toContain('Firefox · Linux')
    await logOut(context.client)
    pass(DAY)
    expect(await logInWithFactor(context.client)).toBe(true)
  })

  test('still needs the password', async () => {
    await logInWithFactor(context.client, 'yes')
    await logOut(context.client)
    expect((await logIn(context.client, { password: 'Wrong2026' })).status).toBe(422)
    expect((await context.client.get(SECURITY)).status).toBe(303)
  })

  test('is not remembered without the checkbox, nor for another account', async () => {
    await logInWithFactor(context.client)
    expect(await devices()).toEqual([])
    await logInWithFactor(newClient(context.db), 'yes')
    await giveApp(context.db, context.cast.hannah.viewer.id)
    const client = newClient(context.db)
    await logInWithFactor(client, 'yes')
    await logOut(client)
    expect((await logIn(client, { login: 'hannah' })).headers.get('location')).toBe(STEP)
    await dropFactors(context.db, context.cast.hannah.viewer.id)
  })

  test('has only the digest of its token in the database', async () => {
    await logInWithFactor(context.client, 'yes')
    const token = context.client.cookies.get('remembered')!
    expect(token).toMatch(/^[a-z2-7]{40}$/)
    const [row] = await devices()
    expect(JSON.stringify(row)).not.toContain(token)
    const thief = newClient(context.db)
    thief.cookies.set('remembered', row!.token_hash)
    expect((await logIn(thief)).headers.get('location')).toBe(STEP)
  })
})

describe('a remembered browser is forgotten', () => {
  test('by its owner only, one or all', async () => {
    await logInWithFactor(context.client, 'yes')
    await logInWithFactor(newClient(context.db), 'yes')
    const [device] = await devices()
    const foreign = await context.cast.hannah.client.post(`${SECURITY}/devices/${device!.id}/removal`)
    expect(foreign.status).toBe(404)
    const remove = (path: string) => context.client.post(`${SECURITY}/devices/${path}`)
    expect((await remove('nothing/removal')).status).toBe(404)
    const answers = await Promise.all([remove(`${device!.id}/removal`), remove(`${device!.id}/removal`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404])
    expect((await lastMailTo(context.db, 'lin@example.com')).subject).toBe(
      'Your Qishu account needs the second factor again',
    )
    expect((await devices()).length).toBe(1)
    expect((await remove('removal')).headers.get('location')).toBe(`${SECURITY}?done=devicesForgotten`)
    expect(await devices()).toEqual([])
  })

  test('when a factor is removed', async () => {
    await giveApp(context.db, context.cast.lin.viewer.id, 'Tablet')
    await logInWithFactor(context.client, 'yes')
    await context.client.post(`${SECURITY}/factors/${app.id}/removal`, { current: PASSWORD })
    expect(await devices()).toEqual([])
  })

  test('when the password is changed or reset', async () => {
    await logInWithFactor(context.client, 'yes')
    const password = { password: 'Kestrel2027', confirmPassword: 'Kestrel2027' }
    await context.client.post('/mgmt/acct-info/password', { current: PASSWORD, ...password })
    expect(await devices()).toEqual([])
    await setPassword()
    await logInWithFactor(context.client, 'yes')
    expect((await devices()).length).toBe(1)
    const client = newClient(context.db)
    const email = 'lin@example.com'
    const code = await codeFor(context.db, client, email, 'password')
    const reset = await client.post('/acct/forgot-password', { channel: 'email', email, code, ...password })
    expect(reset.status).toBe(303)
    expect(await devices()).toEqual([])
    const entered = await logIn(client, { password: 'Kestrel2027' })
    expect(entered.headers.get('location')).toBe(STEP)
    await setPassword()
  })

  const setPassword = async () => {
    const password_hash = await hashPassword(PASSWORD)
    const { id } = context.cast.lin.viewer
    await context.db.updateTable('accounts.account').set({ password_hash }).where('id', '=', id).execute()
  }
})
