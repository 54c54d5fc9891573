import { describe, expect, test } from 'vitest'
import { findByLogin } from '#modules/accounts/account.ts'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { setState } from '#tests/cast/people.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'

const context = setUpCast()

describe('a login', () => {
  test.each(['lin', 'LIN', 'lin@example.com', 'Lin@Example.COM', ' lin '])('accepts %j', async (login) => {
    const answer = await logIn(context.client, { login })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/home'])
    expect(await (await context.client.get('/mgmt/acct-info')).text()).toContain('Lotus Trading')
  })

  test('accepts the mobile number of the account, unless another account has it as username', async () => {
    const { db } = context
    await db
      .updateTable('accounts.account')
      .set({ mobile: '+8613800138011' })
      .where('username', '=', 'lin')
      .execute()
    for (const login of ['13800138011', '138 0013 8011', '+86 138 0013 8011', '１３８００１３８０１１'])
      expect((await logIn(context.client, { login })).status).toBe(303)
    const rename = (from: string, to: string) =>
      db.updateTable('accounts.account').set({ username: to }).where('username', '=', from).execute()
    await rename('hannah', '13800138011')
    expect((await findByLogin(db, '13800138011'))!.id).toBe(context.cast.hannah.viewer.id)
    await rename('13800138011', 'hannah')
  })

  test('returns to the requested page', async () => {
    const loginUrl = (await context.client.get('/mgmt/doc-lib')).headers.get('location')!
    expect(loginUrl).toBe('/acct/login?returnUrl=%2Fmgmt%2Fdoc-lib')
    const returnUrl = typedValue(await (await context.client.get(loginUrl)).text(), 'returnUrl')
    expect((await logIn(context.client, { returnUrl })).headers.get('location')).toBe('/mgmt/doc-lib')
  })

  test('redirects htmx by its header, because the whole page changes', async () => {
    const answer = await logIn(context.client, {}, { 'hx-request': 'true' })
    expect([answer.status, answer.headers.get('hx-redirect')]).toEqual([200, '/mgmt/home'])
  })

  test('redirects a logged-in person immediately', async () => {
    expect((await context.cast.lin.client.get('/acct/login')).headers.get('location')).toBe('/mgmt/home')
  })
})

describe('a failed login', () => {
  test.each([
    ['zh_CN', '用户名或密码错误'],
    ['zh_TW', '使用者名稱或密碼錯誤'],
    ['en_US', 'Wrong username or password'],
  ])(
    'shows the same text in %s for a wrong password and an unknown name, and keeps the name',
    async (locale, words) => {
      const pages: string[] = []
      for (const login of ['lin', 'nobody']) {
        const answer = await context.client.post(`/acct/login?locale=${locale}`, {
          login,
          password: 'Wrong2026',
          agreement: 'yes',
        })
        const html = await answer.text()
        expect([answer.status, formProblem(html), typedValue(html, 'login')]).toEqual([422, words, login])
        expect(typedValue(html, 'password')).toBe('')
        const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy')!)![1]!
        pages.push(html.replaceAll(nonce, 'NONCE').replaceAll(`"${login}"`, '"LOGIN"'))
      }
      expect(pages[0]).toBe(pages[1])
      expect(context.client.cookies.has(SESSION_COOKIE)).toBe(false)
    },
  )

  test.each([
    [{ login: '' }, 'login', 'This field is required'],
    [{ password: '' }, 'password', 'This field is required'],
    [{ agreement: '' }, 'agreement', 'Please read and agree to the terms and conditions'],
  ])('reports what is missing beside the field: %o', async (change, field, words) => {
    const answer = await logIn(context.client, change)
    expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
    expect(context.client.cookies.has(SESSION_COOKIE)).toBe(false)
  })

  test.each([
    ['disabled', 'The Account is disabled'],
    ['frozen', 'The Account is frozen'],
  ] as const)('reveals that the account is %s only after the right password', async (state, words) => {
    await setState(context.db, 'hannah', state)
    expect(formProblem(await (await logIn(context.client, { login: 'hannah' })).text())).toContain(words)
    const wrongResponse = await logIn(context.client, { login: 'hannah', password: 'Wrong2026' })
    expect(formProblem(await wrongResponse.text())).toBe('Wrong username or password')
    await setState(context.db, 'hannah', 'active')
    expect((await logIn(context.client, { login: 'hannah' })).status).toBe(303)
  })

  test('is not affected by SQL in the name', async () => {
    for (const login of [`lin' --`, `' or '1'='1`, `lin'; drop table accounts.account; --`, '%', 'li_'])
      expect([login, (await logIn(context.client, { login })).status]).toEqual([login, 422])
    expect((await logIn(context.client)).status).toBe(303)
  })
})

test('a logout leads to the login page, and makes the browser delete its cached pages', async () => {
  await logIn(context.client)
  expect((await context.client.get('/mgmt/home')).status).toBe(200)
  const answer = await context.client.post('/logout')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/acct/login'])
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect(context.client.cookies.has(SESSION_COOKIE)).toBe(false)
  expect((await context.client.get('/mgmt/home')).status).toBe(303)
})
