import { afterEach, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { MINUTE, SECOND } from '#src/core/clock.ts'
import { dropFactors } from '#tests/cast/factors.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { PASSWORD, setState } from '#tests/cast/people.ts'
import { logIn, setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { optionsIn, type SoftPasskey, softPasskey } from '#tests/support/authenticator.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { fieldProblem, formProblem } from '#tests/support/form.ts'

const SECURITY = '/mgmt/acct-info/security'
const LOGIN = '/acct/login-passkey'
const STEP = '/acct/second-factor'
const REFUSAL = 'This passkey was not accepted'

const context = setUpCast()
const pass = setUpClock()

afterEach(async () => {
  for (const name of ['lin', 'hannah'] as const) await dropFactors(context.db, context.cast[name].viewer.id)
})

const optionsOf = async (client: Client, path: string) => optionsIn(await (await client.get(path)).text())

/** Adds a passkey to Lin's account, or that of another person. */
async function addPasskey(name: 'lin' | 'hannah' = 'lin'): Promise<SoftPasskey> {
  const { client } = context.cast[name]
  const passkey = softPasskey()
  const response = passkey.register(await optionsOf(client, `${SECURITY}/passkey`))
  const answer = await client.post(`${SECURITY}/passkey`, { name: 'Laptop', current: PASSWORD, response })
  expect(answer.status).toBe(200)
  return passkey
}

const readStored = () =>
  context.db.selectFrom('accounts.factor').selectAll().where('kind', '=', 'passkey').execute()

const logInByPasskey = (response: string, client = context.client, returnUrl = '') =>
  client.post(LOGIN, { agreement: 'yes', response, returnUrl })

describe('adding a passkey', () => {
  const add = (response: string, change: Record<string, string> = {}) =>
    context.cast.lin.client.post(`${SECURITY}/passkey`, {
      name: 'Laptop',
      current: PASSWORD,
      response,
      ...change,
    })
  const options = () => optionsOf(context.cast.lin.client, `${SECURITY}/passkey`)

  test('stores its public key, shows recovery codes, and is mailed', async () => {
    const passkey = await addPasskey()
    expect(await readStored()).toMatchObject([{ credential_id: passkey.id, name: 'Laptop', counter: 1 }])
    expect((await lastMailTo(context.db, 'lin@example.com')).text).toContain('Laptop')
    const html = await (await context.cast.lin.client.get(SECURITY)).text()
    expect(html).toContain('Passkey')
    expect(html).toContain('10 of 10 left')
  })

  test.each([
    ['of another site', { origin: 'https://qishu.example.evil' }],
    ['for another host', { host: 'evil.example' }],
    ['to an invented challenge', { challenge: Buffer.from('1.2.3').toString('base64url') }],
    ['of the wrong kind', { type: 'webauthn.get' }],
  ])('is refused for an answer %s', async (_, change) => {
    const answer = await add(softPasskey().register(await options(), change))
    expect([answer.status, formProblem(await answer.text())]).toEqual([422, expect.stringContaining(REFUSAL)])
    expect(await readStored()).toEqual([])
  })

  test('is refused in another browser, for another account, and after ten minutes', async () => {
    const challenge = await options()
    const otherClient = newClient(context.db)
    otherClient.cookies.set(SESSION_COOKIE, context.cast.lin.client.cookies.get(SESSION_COOKIE)!)
    const fields = { name: 'Laptop', current: PASSWORD, response: softPasskey().register(challenge) }
    expect((await otherClient.post(`${SECURITY}/passkey`, fields)).status).toBe(422)
    const { client } = context.cast.hannah
    client.cookies.set('visitor', context.cast.lin.client.cookies.get('visitor')!)
    expect((await client.post(`${SECURITY}/passkey`, fields)).status).toBe(422)
    pass(10 * MINUTE + SECOND)
    expect((await add(fields.response)).status).toBe(422)
    expect(await readStored()).toEqual([])
  })

  test('succeeds once per challenge and once per passkey', async () => {
    const challenge = await options()
    const passkey = softPasskey()
    const response = passkey.register(challenge)
    const answers = await Promise.all([add(response), add(response)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const secondResponse = await add(passkey.register(await options()))
    expect(formProblem(await secondResponse.text())).toContain('has already been added')
    expect((await readStored()).length).toBe(1)
  })

  test('keeps the browser’s answer when only the password was wrong', async () => {
    const response = softPasskey().register(await options())
    const answer = await add(response, { current: 'Wrong2026' })
    const html = await answer.text()
    expect([answer.status, fieldProblem(html, 'current')]).toEqual([422, 'The current password is wrong'])
    expect((await add(response)).status).toBe(200)
  })

  test.each(['', 'no JSON', '[]', '{"id":"x"}', '{"id":1}', 'null', `{"id":"${'x'.repeat(20_000)}"}`])(
    'is refused for the answer %.20j',
    async (response) => {
      const answer = await add(response)
      expect([answer.status, formProblem(await answer.text())]).toEqual([
        422,
        expect.stringContaining(response ? REFUSAL : 'The browser did not send a passkey'),
      ])
      expect(await readStored()).toEqual([])
    },
  )

  test('a body that is too large is not read', async () => {
    expect((await add('x'.repeat(70_000))).status).toBe(413)
  })
})

describe('a passkey as the second step', () => {
  test('logs in after the password', async () => {
    const passkey = await addPasskey()
    await logIn(context.client, { returnUrl: '/mgmt/doc-lib' })
    const response = passkey.sign(await optionsOf(context.client, STEP), { isVerified: false })
    const answer = await context.client.post(STEP, { way: 'passkey', response })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/doc-lib'])
    expect((await context.client.get('/mgmt/home')).status).toBe(200)
    expect((await readStored())[0]).toMatchObject({ counter: 2, last_used_at: expect.any(Date) })
  })

  test('of another account is refused', async () => {
    await addPasskey()
    const foreign = await addPasskey('hannah')
    await logIn(context.client)
    const response = foreign.sign(await optionsOf(context.client, STEP))
    expect((await context.client.post(STEP, { way: 'passkey', response })).status).toBe(422)
    expect(context.client.cookies.has(SESSION_COOKIE)).toBe(false)
  })

  test('does not accept the challenge of a login', async () => {
    const passkey = await addPasskey()
    await logIn(context.client)
    const response = passkey.sign(await optionsOf(context.client, LOGIN))
    expect((await context.client.post(STEP, { way: 'passkey', response })).status).toBe(422)
  })

  test('is the only choice if the account has no app', async () => {
    await addPasskey()
    await logIn(context.client)
    const html = await (await context.client.get(STEP)).text()
    expect(html).toContain('data-passkey="use"')
    expect(html).not.toContain('way=totp')
  })
})

describe('a login by a passkey alone', () => {
  const options = (client = context.client) => optionsOf(client, LOGIN)

  test('needs a verified user, no password and no second step', async () => {
    const passkey = await addPasskey()
    const answer = await logInByPasskey(passkey.sign(await options()), context.client, '/mgmt/doc-lib')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/doc-lib'])
    expect(await (await context.client.get('/mgmt/acct-info')).text()).toContain('lin@example.com')
  })

  test.each([
    ['without verifying the user', { isVerified: false }],
    ['of another site', { origin: 'http://localhost.evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['of the wrong kind', { type: 'webauthn.create' }],
    ['to an invented challenge', { challenge: Buffer.from('x').toString('base64url') }],
  ])('is refused for an answer %s', async (_, change) => {
    const passkey = await addPasskey()
    const answer = await logInByPasskey(passkey.sign(await options(), change))
    expect([answer.status, formProblem(await answer.text())]).toEqual([422, expect.stringContaining(REFUSAL)])
    expect(context.client.cookies.has(SESSION_COOKIE)).toBe(false)
  })

  test('refuses an unknown passkey with the same text', async () => {
    const answer = await logInByPasskey(softPasskey().sign(await options()))
    expect([answer.status, formProblem(await answer.text())]).toEqual([422, expect.stringContaining(REFUSAL)])
  })

  test('refuses a signature by another key', async () => {
    const passkey = await addPasskey()
    const forged = JSON.parse(softPasskey().sign(await options()))
    const response = JSON.stringify({ ...forged, id: passkey.id, rawId: passkey.id })
    expect((await logInByPasskey(response)).status).toBe(422)
  })

  test('accepts an answer once, and only in its browser', async () => {
    const passkey = await addPasskey()
    const response = passkey.sign(await options())
    const thief = newClient(context.db)
    expect((await logInByPasskey(response, thief)).status).toBe(422)
    const answers = await Promise.all([logInByPasskey(response), logInByPasskey(response)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    expect((await logInByPasskey(response)).status).toBe(422)
  })

  test('refuses a counter that decreases', async () => {
    const passkey = await addPasskey()
    passkey.counter = 40
    expect((await logInByPasskey(passkey.sign(await options()))).status).toBe(303)
    passkey.counter = 20
    const otherClient = newClient(context.db)
    expect((await logInByPasskey(passkey.sign(await options(otherClient)), otherClient)).status).toBe(422)
    const { kind, account_id } = await context.db
      .selectFrom('platform.security_event')
      .select(['kind', 'account_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([kind, account_id]).toEqual(['passkey-copied', context.cast.lin.viewer.id])
  })

  test('tells an account that may not log in the reason', async () => {
    const passkey = await addPasskey()
    await setState(context.db, 'lin', 'frozen')
    const answer = await logInByPasskey(passkey.sign(await options()))
    expect(formProblem(await answer.text())).toContain('The Account is frozen')
    await setState(context.db, 'lin', 'active')
  })

  test('requires the agreement, and keeps the answer', async () => {
    const passkey = await addPasskey()
    const response = passkey.sign(await options())
    const answer = await context.client.post(LOGIN, { response })
    expect(fieldProblem(await answer.text(), 'agreement')).toContain('Please read and agree')
    expect((await logInByPasskey(response)).status).toBe(303)
  })

  test('the login page links to the passkey page, which redirects those who are logged in', async () => {
    const html = await (await context.client.get('/acct/login?returnUrl=%2Fmgmt%2Ftasks')).text()
    expect(html).toContain(`href="${LOGIN}?returnUrl=%2Fmgmt%2Ftasks"`)
    expect((await context.cast.lin.client.get(LOGIN)).headers.get('location')).toBe('/mgmt/home')
  })
})
