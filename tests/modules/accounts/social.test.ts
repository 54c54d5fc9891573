import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bindSocial, findBinding, unbindSocial } from '#modules/accounts/entry/social/binding.ts'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { PASSWORD, setState } from '#tests/cast/people.ts'
import { codeFor, registration } from '#tests/cast/registration.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { startWechatStub, WECHAT_KEYS } from '#tests/stubs/wechat.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { configure } from '#tests/support/configured.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'

const context = setUpCast()
let wechat: Awaited<ReturnType<typeof startWechatStub>>
beforeAll(async () => {
  wechat = await startWechatStub()
  configure({
    WECHAT_APP_ID: WECHAT_KEYS.appid,
    WECHAT_APP_SECRET: WECHAT_KEYS.secret,
    WECHAT_BASE: wechat.url,
  })
})
beforeEach(() => {
  wechat.requests = []
  wechat.next = []
})
afterEach(async () => {
  setClock(null)
  await context.db.deleteFrom('accounts.social_binding').execute()
})
afterAll(() => wechat.close())

const FORMS: Record<string, string>[] = [{}, { way: 'password', login: 'hannah' }]
const JSON_TOO = { accept: 'application/json' }
const HANNAH = { openid: 'o-hannah', unionid: 'u-hannah', nickname: '韩娜 Hannah' }

const bindHannah = () =>
  bindSocial(context.db, context.cast.hannah.viewer.id, 'wechat', { subject: 'u-hannah', nickname: 'x' })

/** Starts a login with WeChat; returns the state with which WeChat would redirect back. */
async function setOut(client = context.client, fields: Record<string, string> = {}): Promise<string> {
  const away = await client.post('/acct/login-wechat', { agreement: 'yes', ...fields })
  expect(away.status).toBe(303)
  const url = new URL(away.headers.get('location')!)
  expect(url.origin + url.pathname).toBe(`${wechat.url}/connect/qrconnect`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    appid: 'wx-test-app',
    redirect_uri: 'http://localhost:3000/acct/login-wechat/return',
    response_type: 'code',
    scope: 'snsapi_login',
    state: expect.stringMatching(/^[a-z2-7]{40}$/),
  })
  return url.searchParams.get('state')!
}

let codes = 0

/** Returns from WeChat as a person who has scanned the code and confirmed. */
async function comeBack(
  state: string,
  person: typeof HANNAH | { openid: string; nickname: string },
  by = context.client,
  headers = {},
) {
  const code = `code-${++codes}`
  wechat.codes.set(code, person)
  return by.get(`/acct/login-wechat/return?code=${code}&state=${state}`, headers)
}

const isIn = async (by: Client) => (await by.get('/mgmt/acct-info')).status === 200

describe('a login by WeChat', () => {
  test('logs in the linked account in a new session and returns to the requested page', async () => {
    await bindHannah()
    const previousState = context.client.cookies.get(SESSION_COOKIE)
    const answer = await comeBack(await setOut(context.client, { returnUrl: '/mgmt/doc-lib' }), HANNAH)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/doc-lib'])
    expect(context.client.cookies.get(SESSION_COOKIE)).not.toBe(previousState)
    expect(await isIn(context.client)).toBe(true)
    expect(wechat.requests).toEqual(['/sns/oauth2/access_token', '/sns/userinfo'])
  })

  test('requires the agreement first, in three languages, beside the checkbox on both pages', async () => {
    for (const [locale, words] of [
      ['zh_CN', '请阅读并同意相关条款'],
      ['zh_TW', '請閱讀並同意相關條款'],
      ['en_US', 'Please read and agree to the terms and conditions'],
    ])
      for (const from of FORMS) {
        const answer = await context.client.post(`/acct/login-wechat?locale=${locale}`, from)
        const html = await answer.text()
        expect([answer.status, fieldProblem(html, 'agreement')]).toEqual([422, words])
        if ('login' in from) expect(typedValue(html, 'login')).toBe('hannah')
      }
  })

  test.each(['disabled', 'frozen', 'exception'] as const)(
    'informs an account that is %s, and does not log it in',
    async (state) => {
      await bindHannah()
      await setState(context.db, 'hannah', state)
      const code = {
        disabled: 'ACCOUNT_DISABLE',
        frozen: 'ACCOUNT_FREEZE_OR_DEACTIVATE',
        exception: 'ACCOUNT_EXCEPTION',
      }[state]
      const answer = await comeBack(await setOut(), HANNAH, context.client, JSON_TOO)
      expect([answer.status, (await answer.json()).errorCode]).toEqual([403, code])
      const page = await comeBack(await setOut(), HANNAH)
      const html = await (await context.client.get(page.headers.get('location')!)).text()
      expect(formProblem(html)).toMatch(/^The Account is /)
      expect(await isIn(context.client)).toBe(false)
      await setState(context.db, 'hannah', 'active')
    },
  )
})

describe('a person without a linked account', () => {
  const unbound = { openid: 'o-new', nickname: '莲花' }

  test('is informed, and linked by logging in once with a password', async () => {
    const answer = await comeBack(await setOut(context.client, { returnUrl: '/mgmt/doc-lib' }), unbound)
    const offered = await (await context.client.get(answer.headers.get('location')!)).text()
    expect(formProblem(offered)).toBe('No user is bound to this social account')
    expect(offered).toContain('莲花')
    const href = /href="(\/acct\/login\?[^"]*social=[^"]*)"/.exec(offered)![1]!.replaceAll('&amp;', '&')
    const html = await (await context.client.get(href)).text()
    const fields = { social: typedValue(html, 'social'), returnUrl: typedValue(html, 'returnUrl') }
    const wrongResponse = await context.client.post('/acct/login', {
      ...fields,
      login: 'lin',
      password: 'Wrong2026',
      agreement: 'yes',
    })
    expect(typedValue(await wrongResponse.text(), 'social')).toBe(fields.social)
    const entered = await context.client.post('/acct/login', {
      ...fields,
      login: 'lin',
      password: PASSWORD,
      agreement: 'yes',
    })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/mgmt/doc-lib'])
    expect(await findBinding(context.db, context.cast.lin.viewer.id)).toMatchObject({
      provider: 'wechat',
      nickname: '莲花',
    })
    const otherClient = newClient(context.db)
    expect((await comeBack(await setOut(otherClient), unbound, otherClient)).headers.get('location')).toBe(
      '/mgmt/home',
    )
    expect(await isIn(otherClient)).toBe(true)
  })

  test('can register, and the new account is linked', async () => {
    const back = await comeBack(await setOut(), unbound)
    const social = new URL(back.headers.get('location')!, 'http://x').searchParams.get('social')!
    expect(await (await context.client.get(`/acct/register?social=${social}`)).text()).toContain('莲花')
    const email = 'wechat@kestrel.example'
    const code = await codeFor(context.db, context.client, email)
    const answer = await context.client.post('/acct/register', registration({ email, code, social }))
    expect(answer.status).toBe(303)
    expect(await context.db.selectFrom('accounts.social_binding').select('nickname').execute()).toEqual([
      { nickname: '莲花' },
    ])
  })

  test('is not linked in another browser or after the time limit', async () => {
    const back = await comeBack(await setOut(), unbound)
    const social = new URL(back.headers.get('location')!, 'http://x').searchParams.get('social')!
    const login = { login: 'lin', password: PASSWORD, agreement: 'yes', social }
    expect((await newClient(context.db).post('/acct/login', login)).status).toBe(303)
    setClock(() => new Date(Date.now() + 31 * MINUTE))
    expect((await context.client.post('/acct/login', login)).status).toBe(303)
    setClock(null)
    expect(await findBinding(context.db, context.cast.lin.viewer.id)).toBeUndefined()
  })

  test('gets SOCIAL_NOT_BOUND as a program', async () => {
    const answer = await comeBack(await setOut(), unbound, context.client, JSON_TOO)
    expect([answer.status, (await answer.json()).errorCode]).toEqual([422, 'SOCIAL_NOT_BOUND'])
  })
})

describe('linking from the account page', () => {
  const ownValues = { current: PASSWORD }
  const bind = async (by: Client, person: typeof HANNAH, headers = {}) =>
    comeBack(await setOut(by, ownValues), person, by, headers)

  test('requires the password, and does not start without it', async () => {
    const { client } = context.cast.hannah
    expect(await (await client.get('/acct/login-wechat')).text()).toContain('name="current"')
    for (const [current, words] of [
      ['', 'This field is required'],
      ['Wrong2026', 'The current password is wrong'],
    ] as const) {
      const answer = await client.post('/acct/login-wechat', { current, returnUrl: '/mgmt/acct-info' })
      const html = await answer.text()
      expect([answer.status, fieldProblem(html, 'current')]).toEqual([422, words])
      expect(typedValue(html, 'returnUrl')).toBe('/mgmt/acct-info')
    }
    const response = await client.post('/acct/login-wechat', { current: 'Wrong2026' }, JSON_TOO)
    expect([response.status, (await response.json()).errorCode]).toEqual([422, 'ORIGIN_PASSWORD_ERROR'])
    expect((await client.post('/acct/login-wechat', ownValues)).status).toBe(303)
  })

  test('does not ask for the agreement again, and ends on the account page', async () => {
    const answer = await bind(context.cast.hannah.client, HANNAH)
    expect(answer.headers.get('location')).toBe('/mgmt/acct-info')
    expect(await findBinding(context.db, context.cast.hannah.viewer.id)).toMatchObject({
      nickname: HANNAH.nickname,
    })
    expect((await lastMailTo(context.db, 'hannah@example.com')).text).toContain(HANNAH.nickname)
    await unbindSocial(context.db, context.cast.hannah.viewer.id)
    expect(await findBinding(context.db, context.cast.hannah.viewer.id)).toBeUndefined()
  })

  test('is refused when either account is already linked to another', async () => {
    await bindHannah()
    const otherValues = { openid: 'o-2', unionid: 'u-2', nickname: 'two' }
    const secondResponse = await bind(context.cast.hannah.client, otherValues, JSON_TOO)
    expect([secondResponse.status, (await secondResponse.json()).errorCode]).toEqual([
      422,
      'SOCIAL_ALREADY_BOUND',
    ])
    const otherResponse = await bind(context.cast.lin.client, HANNAH, JSON_TOO)
    expect([otherResponse.status, (await otherResponse.json()).errorCode]).toEqual([
      422,
      'SOCIAL_BOUND_ELSEWHERE',
    ])
    const page = await bind(context.cast.lin.client, HANNAH)
    const html = await (await context.cast.lin.client.get(page.headers.get('location')!)).text()
    expect(formProblem(html)).toBe('This social account is bound to another account')
    expect(await findBinding(context.db, context.cast.lin.viewer.id)).toBeUndefined()
  })

  test('succeeds once if ten requests for one social account are concurrent', async () => {
    const people = [context.cast.lin, context.cast.zhou, context.cast.hannah, context.cast.ruo].map(
      ({ viewer }) => viewer.id,
    )
    const results = await Promise.allSettled(
      people.map((id) => bindSocial(context.db, id, 'wechat', { subject: 'u-race', nickname: 'r' })),
    )
    expect(results.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
    for (const end of results)
      if (end.status === 'rejected') expect(end.reason.code).toBe('SOCIAL_BOUND_ELSEWHERE')
  })

  test('is refused for another person who opens the link, and after a logout', async () => {
    const state = await setOut(context.cast.hannah.client, ownValues)
    const victim = context.cast.lin.client
    expect((await comeBack(state, HANNAH, victim, JSON_TOO)).status).toBe(503)
    const guest = newClient(context.db)
    for (const [name, value] of context.cast.hannah.client.cookies)
      if (name !== SESSION_COOKIE) guest.cookies.set(name, value)
    expect((await comeBack(state, HANNAH, guest, JSON_TOO)).status).toBe(503)
    expect(await context.db.selectFrom('accounts.social_binding').selectAll().execute()).toEqual([])
  })
})

describe('an untrustworthy return ends with SOCIAL_FAILED and without a login', () => {
  const expectFailed = async (answer: Response) => {
    expect([answer.status, (await answer.json()).errorCode]).toEqual([503, 'SOCIAL_FAILED'])
    expect(await isIn(context.client)).toBe(false)
  }

  beforeEach(bindHannah)

  test('with a state that is unknown, used, ten minutes old, or of another browser', async () => {
    await expectFailed(await comeBack('a'.repeat(40), HANNAH, context.client, JSON_TOO))
    const otherClient = newClient(context.db)
    await expectFailed(await comeBack(await setOut(otherClient), HANNAH, context.client, JSON_TOO))
    const state = await setOut()
    setClock(() => new Date(Date.now() + 10 * MINUTE + 1000))
    await expectFailed(await comeBack(state, HANNAH, context.client, JSON_TOO))
    setClock(null)
    const once = await setOut(otherClient)
    expect((await comeBack(once, HANNAH, otherClient)).headers.get('location')).toBe('/mgmt/home')
    const replay = await comeBack(once, HANNAH, otherClient, JSON_TOO)
    expect((await replay.json()).errorCode).toBe('SOCIAL_FAILED')
  })

  test('after the person refused on the phone', async () => {
    await expectFailed(
      await context.client.get(`/acct/login-wechat/return?state=${await setOut()}`, JSON_TOO),
    )
    const page = await context.client.get(`/acct/login-wechat/return?state=${await setOut()}`)
    const html = await (await context.client.get(page.headers.get('location')!)).text()
    expect(formProblem(html)).toBe('The social account could not be confirmed. Please try again.')
  })

  test.each([
    ['an error number', { errcode: 40029, errmsg: 'invalid code' }],
    ['no JSON', '<html>502</html>'],
    ['a token without an openid', { access_token: 't' }],
    ['an openid that is no text', { access_token: 't', openid: 7 }],
  ])('when WeChat answers with %s', async (_, response) => {
    wechat.next = [response]
    await expectFailed(await comeBack(await setOut(), HANNAH, context.client, JSON_TOO))
  })

  test('with a profile of a different person than the code', async () => {
    wechat.next = [
      { access_token: 't', openid: 'o-mallory' },
      { openid: 'o-hannah', unionid: 'u-hannah', nickname: 'x' },
    ]
    await expectFailed(await comeBack(await setOut(), HANNAH, context.client, JSON_TOO))
  })
})
