import { beforeAll, describe, expect, test } from 'vitest'
import { listSessions, SESSION_COOKIE } from '#src/auth/session.ts'
import { provideAgreementVersions } from '#src/core/agreement-versions.ts'
import { MINUTE } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { PASSWORD, setState } from '#tests/cast/people.ts'
import { askForCode, codeFor, registration } from '#tests/cast/registration.ts'
import { setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

const LIN_MOBILE = '+8613900000001'

const context = setUpCast()
const pass = setUpClock()
beforeAll(async () => {
  await context.db
    .updateTable('accounts.account')
    .set({ mobile: LIN_MOBILE })
    .where('username', '=', 'lin')
    .execute()
})

const WAYS = [
  ['email', 'lin@example.com'],
  ['mobile', LIN_MOBILE],
] as const

const isIn = async (by: Client) => (await by.get('/mgmt/acct-info')).status === 200

describe.each(WAYS)('a login by %s code', (way, address) => {
  const logIn = (fields: Record<string, string>, headers = {}) =>
    context.client.post('/acct/login', { way, [way]: address, agreement: 'yes', ...fields }, headers)

  test('succeeds once with the code that was sent there', async () => {
    const code = await codeFor(context.db, context.client, address, 'login')
    const answer = await logIn({ code, returnUrl: '/mgmt/doc-lib' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/doc-lib'])
    expect(await isIn(context.client)).toBe(true)
    expect((await logIn({ code })).status).toBe(422)
  })

  test('requires the agreement, the right code, and the browser of the request', async () => {
    const code = await codeFor(context.db, context.client, address, 'login')
    expect(fieldProblem(await (await logIn({ code, agreement: '' })).text(), 'agreement')).toBe(
      'Please read and agree to the terms and conditions',
    )
    const wrongPage = await (await logIn({ code: code === '000000' ? '000001' : '000000' })).text()
    expect(fieldProblem(wrongPage, 'code')).toBe('The verification code is wrong or has expired')
    const otherClient = newClient(context.db)
    expect(
      (await otherClient.post('/acct/login', { way, [way]: address, agreement: 'yes', code })).status,
    ).toBe(422)
    expect((await logIn({ code })).status).toBe(303)
  })

  test.each([
    ['disabled', 'ACCOUNT_DISABLE'],
    ['frozen', 'ACCOUNT_FREEZE_OR_DEACTIVATE'],
    ['exception', 'ACCOUNT_EXCEPTION'],
  ] as const)('informs an account that is %s', async (state, expected) => {
    await setState(context.db, 'lin', state)
    const code = await codeFor(context.db, context.client, address, 'login')
    const answer = await logIn({ code }, { accept: 'application/json' })
    expect([answer.status, (await answer.json()).errorCode]).toEqual([403, expected])
    await setState(context.db, 'lin', 'active')
    expect(await isIn(context.client)).toBe(false)
  })

  test('shows the countdown after a code is sent, and the remaining time on another request', async () => {
    const firstResponse = await askForCode(context.client, address, 'login')
    expect([firstResponse.status, await firstResponse.text()]).toEqual([
      200,
      expect.stringContaining('data-countdown="60"'),
    ])
    pass(20_000)
    const secondResponse = await askForCode(context.client, address, 'login')
    expect([secondResponse.status, secondResponse.headers.get('retry-after')]).toEqual([422, '40'])
    const html = await secondResponse.text()
    expect(fieldProblem(html, 'captcha')).toBe('You can request only one code per minute')
    expect(html).toContain('data-countdown="40"')
    const program = await askForCode(context.client, address, 'login', 'qishu', {
      accept: 'application/json',
    })
    expect([program.status, program.headers.get('retry-after')]).toEqual([403, '40'])
    expect(await program.json()).toMatchObject({
      errorCode: 'ACCESS_DENIED',
      errorMsg: 'You can request only one code per minute',
    })
  })
})

describe('the login page', () => {
  test('has a tab for each login method; the tabs keep the return URL and, with script, the typed text', async () => {
    const html = await (await context.client.get('/acct/login?returnUrl=%2Fmgmt%2Fdoc-lib')).text()
    for (const way of ['password', 'mobile', 'email'])
      expect(html).toContain(`href="/acct/login?way=${way}&amp;returnUrl=%2Fmgmt%2Fdoc-lib"`)
    const tab = await context.client.get('/acct/login?way=email&login=lin%40example.com&agreement=yes', {
      'hx-request': 'true',
    })
    const part = await tab.text()
    expect(part).toMatch(/^<div id="login-part">/)
    expect(typedValue(part, 'email')).toBe('lin@example.com')
    expect(part).toMatch(/name="agreement"[^>]* checked=""|checked=""[^>]* name="agreement"/)
  })

  test('passes the return URL on to registration, to the forgotten password and back', async () => {
    const onward = encodeURIComponent('/mgmt/doc-lib')
    const login = await (await context.client.get(`/acct/login?returnUrl=${onward}`)).text()
    for (const path of ['/acct/register', '/acct/forgot-password']) {
      expect(login).toContain(`href="${path}?returnUrl=${onward}"`)
      const html = await (await context.client.get(`${path}?returnUrl=${onward}`)).text()
      expect(typedValue(html, 'returnUrl')).toBe('/mgmt/doc-lib')
      expect(html).toContain(`href="/acct/login?returnUrl=${onward}"`)
      expect(html).toContain(`href="${path}?channel=mobile&amp;returnUrl=${onward}"`)
    }
    const code = await codeFor(context.db, context.client, 'onward@kestrel.example')
    const typed = registration({ email: 'onward@kestrel.example', code, returnUrl: '/mgmt/doc-lib' })
    expect((await context.client.post('/acct/register', typed)).headers.get('location')).toBe('/mgmt/doc-lib')
    const reset = newClient(context.db)
    const answer = await reset.post('/acct/forgot-password', {
      channel: 'email',
      email: 'onward@kestrel.example',
      returnUrl: '/mgmt/doc-lib',
      password: 'Kestrel2028',
      confirmPassword: 'Kestrel2028',
      code: await codeFor(context.db, reset, 'onward@kestrel.example', 'password'),
    })
    expect(answer.headers.get('location')).toBe(`/acct/login?reset=done&returnUrl=${onward}`)
    const loginPage = await (await reset.get(answer.headers.get('location')!)).text()
    expect(loginPage).toMatch(/role="status"[^>]*>Your new password is set\. Please log in with it\.</)
  })

  test('never leads to another site, whatever the query says', async () => {
    for (const returnUrl of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const fields = { login: 'lin', password: PASSWORD, agreement: 'yes', returnUrl }
      expect((await newClient(context.db).post('/acct/login', fields)).headers.get('location')).toBe(
        '/mgmt/home',
      )
      const out = await context.client.post(`/logout?returnUrl=${encodeURIComponent(returnUrl)}`)
      expect(out.headers.get('location')).toBe('/acct/login')
    }
  })
})

test('a logout leads to the given service, and ends the session', async () => {
  await context.client.post('/acct/login', { login: 'lin', password: PASSWORD, agreement: 'yes' })
  const answer = await context.client.post('/logout?returnUrl=%2Fproduct')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/product'])
  expect(await isIn(context.client)).toBe(false)
})

test('a session set before the login is replaced', async () => {
  const plantedToken = 'a'.repeat(40)
  const code = await codeFor(context.db, context.client, 'zhou@example.com', 'login')
  for (const fields of [
    { login: 'zhou', password: PASSWORD },
    { way: 'email', email: 'zhou@example.com', code },
  ] as Record<string, string>[]) {
    context.client.cookies.set(SESSION_COOKIE, plantedToken)
    expect((await context.client.post('/acct/login', { ...fields, agreement: 'yes' })).status).toBe(303)
    expect(context.client.cookies.get(SESSION_COOKIE)).not.toBe(plantedToken)
    const attacker = newClient(context.db)
    attacker.cookies.set(SESSION_COOKIE, plantedToken)
    expect(await isIn(attacker)).toBe(false)
  }
})

test('a session records its device and network', async () => {
  const otherClient = newClient(context.db, config.baseUrl, '203.0.113.44')
  const device = 'Mozilla/5.0 (X11) Kestrel/7'
  await otherClient.post(
    '/acct/login',
    { login: 'zhou', password: PASSWORD, agreement: 'yes' },
    { 'user-agent': device },
  )
  const token = otherClient.cookies.get(SESSION_COOKIE)!
  const currentSession = (await listSessions(context.db, context.cast.zhou.viewer.id, token)).find(
    (one) => one.isCurrent,
  )
  expect(currentSession).toMatchObject({ device, address: '203.0.113.44' })
})

test('agreements are recorded at the login, once per version, with the displayed language', async () => {
  const readConsents = () =>
    context.db
      .selectFrom('accounts.agreement')
      .select(['document', 'version', 'locale'])
      .where('account_id', '=', context.cast.ruo.viewer.id)
      .orderBy('agreed_at')
      .orderBy('document')
      .execute()
  const logIn = (locale: string) =>
    newClient(context.db).post(`/acct/login?locale=${locale}`, {
      login: 'ruo',
      password: PASSWORD,
      agreement: 'yes',
    })
  expect(await readConsents()).toEqual([])
  await logIn('zh_TW')
  const firstPage = await readConsents()
  expect(firstPage.map((one) => one.document)).toEqual([
    'ACCOUNT_AGREEMENT',
    'PRIVACY_STATEMENT',
    'SERVICE_AGREEMENT',
  ])
  for (const one of firstPage)
    expect([one.locale, one.version]).toEqual(['zh_TW', expect.stringMatching(/\d/)])
  pass(MINUTE)
  await logIn('en_US')
  expect(await readConsents()).toEqual(firstPage)
  const { agreementVersions } = await import('#src/core/agreement-versions.ts')
  const previousState = agreementVersions()
  provideAgreementVersions(() => [{ document: 'SERVICE_AGREEMENT', version: 'next' }])
  await logIn('en_US')
  provideAgreementVersions(() => previousState)
  expect(await readConsents()).toEqual([
    ...firstPage,
    { document: 'SERVICE_AGREEMENT', version: 'next', locale: 'en_US' },
  ])
})

/** An invalid input of each page, the field with the problem, and its message in three languages. */
