import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { MINUTE, SECOND } from '#src/core/clock.ts'
import { type App, codeOf, dropFactors, giveApp } from '#tests/cast/factors.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { setState } from '#tests/cast/people.ts'
import { logIn, setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { fieldProblem, formProblem } from '#tests/support/form.ts'

const HERE = '/acct/second-factor'

const context = setUpCast()
const advanceClock = setUpClock()
let app: App

beforeEach(async () => {
  app = await giveApp(context.db, context.cast.lin.viewer.id)
})
afterEach(() => dropFactors(context.db, context.cast.lin.viewer.id))

const isLoggedIn = async (client: Client) => (await client.get('/mgmt/acct-info')).status === 200
const confirm = (code: string, way = 'totp', client = context.client) => client.post(HERE, { way, code })

describe('after the right password of an account with a second factor', () => {
  test('the session begins only after the code, at the requested page', async () => {
    const loginResponse = await logIn(context.client, { returnUrl: '/mgmt/doc-lib' })
    expect([loginResponse.status, loginResponse.headers.get('location')]).toEqual([303, HERE])
    expect(context.client.cookies.has(SESSION_COOKIE)).toBe(false)
    expect(await isLoggedIn(context.client)).toBe(false)
    const html = await (await context.client.get(HERE)).text()
    expect(html).toContain('You are logging in as lin.')
    const codeResponse = await confirm(codeOf(app.secret))
    expect([codeResponse.status, codeResponse.headers.get('location')]).toEqual([303, '/mgmt/doc-lib'])
    expect(context.client.cookies.has('second-step')).toBe(false)
    expect(await isLoggedIn(context.client)).toBe(true)
  })

  test('the page can be reloaded, and offers the other factors by name', async () => {
    await logIn(context.client)
    for (let times = 0; times < 2; times++) expect((await context.client.get(HERE)).status).toBe(200)
    const html = await (await context.client.get(HERE)).text()
    expect(html).toContain('href="/acct/second-factor?way=recovery"')
    expect(html).toContain('href="/acct/second-factor?way=lost"')
    expect(html).not.toContain('way=passkey')
    expect(await (await context.client.get(`${HERE}?way=lost`)).text()).toContain('ask its administrator')
  })

  test('a program gets the URL of the step', async () => {
    const answer = await logIn(context.client, {}, { accept: 'application/json' })
    expect(await answer.json()).toMatchObject({ model: { returnUrl: HERE } })
  })

  test.each([-1, 0, 1])('the code of a clock that is %s steps away is accepted', async (steps) => {
    await logIn(context.client)
    expect((await confirm(codeOf(app.secret, steps))).status).toBe(303)
  })

  test.each([-2, 2])('the code of a clock that is %s steps away is refused', async (steps) => {
    await logIn(context.client)
    const answer = await confirm(codeOf(app.secret, steps))
    expect(answer.status).toBe(422)
    expect(fieldProblem(await answer.text(), 'code')).toBe('The verification code is wrong or has expired')
  })

  test.each([
    ['', 'This field is required'],
    ['12345', 'The verification code is wrong or has expired'],
    ['9'.repeat(41), 'This text is too long'],
  ])('the code %j is refused with a message beside its field', async (code, words) => {
    await logIn(context.client)
    const answer = await confirm(code)
    expect([answer.status, fieldProblem(await answer.text(), 'code')]).toEqual([422, words])
  })

  test('a code works once, also in another browser', async () => {
    await logIn(context.client)
    const code = codeOf(app.secret)
    expect((await confirm(code)).status).toBe(303)
    const otherClient = newClient(context.db)
    await logIn(otherClient)
    expect((await confirm(code, 'totp', otherClient)).status).toBe(422)
    advanceClock(30 * SECOND)
    expect((await confirm(codeOf(app.secret), 'totp', otherClient)).status).toBe(303)
  })

  test('one of five simultaneous right answers logs in', async () => {
    await logIn(context.client)
    const code = codeOf(app.secret)
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(code)))
    expect(answers.filter(({ status }) => status === 303 && status).length).toBeGreaterThan(0)
    const sessions = answers
      .flatMap((answer) => answer.headers.getSetCookie())
      .filter((line) => line.startsWith(`${SESSION_COOKIE}=`))
    expect(sessions.length).toBe(1)
  })

  test('the step ends after ten minutes, and leads back to the login', async () => {
    await logIn(context.client)
    advanceClock(10 * MINUTE + SECOND)
    const answer = await confirm(codeOf(app.secret))
    expect(answer.headers.get('location')).toBe('/acct/login?step=over')
    expect(await (await context.client.get('/acct/login?step=over')).text()).toContain('has expired')
  })

  test('the step belongs to the browser that began it', async () => {
    await logIn(context.client)
    const thief = newClient(context.db)
    await thief.get('/acct/login')
    thief.cookies.set('second-step', context.client.cookies.get('second-step')!)
    expect((await confirm(codeOf(app.secret), 'totp', thief)).headers.get('location')).toBe(
      '/acct/login?step=over',
    )
  })

  test('a new password or freezing the account ends the step', async () => {
    await logIn(context.client)
    const id = context.cast.lin.viewer.id
    const { password_hash } = await context.db
      .selectFrom('accounts.account')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const setHash = (hash: string) =>
      context.db.updateTable('accounts.account').set({ password_hash: hash }).where('id', '=', id).execute()
    await setHash(`${password_hash} changed`)
    expect((await confirm(codeOf(app.secret))).status).toBe(422)
    await setHash(password_hash)
    await setState(context.db, 'lin', 'frozen')
    const answer = await confirm(codeOf(app.secret, 1))
    expect(formProblem(await answer.text())).toContain('The Account is frozen')
    await setState(context.db, 'lin', 'active')
    expect(context.client.cookies.has(SESSION_COOKIE)).toBe(false)
  })

  test('an account without a factor logs in immediately, and the page of the step redirects to the login', async () => {
    expect((await logIn(context.client, { login: 'hannah' })).headers.get('location')).toBe('/mgmt/home')
    expect((await newClient(context.db).get(HERE)).headers.get('location')).toBe('/acct/login?step=over')
  })
})

describe('a recovery code', () => {
  test('replaces the app once, in any spelling, and the owner is mailed', async () => {
    await logIn(context.client)
    const [code] = app.codes
    expect((await confirm(code!.toUpperCase().replace('-', ' '), 'recovery')).status).toBe(303)
    const mail = await lastMailTo(context.db, 'lin@example.com')
    expect([mail.subject, mail.text]).toEqual([
      'A recovery code was used for your Qishu account',
      expect.stringContaining('Codes left: 9'),
    ])
    const otherClient = newClient(context.db)
    await logIn(otherClient)
    expect((await confirm(code!, 'recovery', otherClient)).status).toBe(422)
  })

  test('of another account is refused', async () => {
    const foreign = await giveApp(context.db, context.cast.hannah.viewer.id)
    await logIn(context.client)
    expect((await confirm(foreign.codes[0]!, 'recovery')).status).toBe(422)
    await dropFactors(context.db, context.cast.hannah.viewer.id)
  })
})
