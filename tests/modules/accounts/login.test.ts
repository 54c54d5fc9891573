import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#src/database.ts'
import { SESSION_COOKIE } from '#src/session.ts'
import { type Cast, openCast, PASSWORD } from '#tests/cast/people.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'

let db: Db
let cast: Cast
let client: Client

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(() => {
  client = newClient(db)
})

const logIn = (changes: Record<string, string> = {}, headers?: Record<string, string>) =>
  client.post('/acct/login', { login: 'lin', password: PASSWORD, agreement: 'yes', ...changes }, headers)

describe('a login', () => {
  test.each(['lin', 'LIN', 'lin@example.com', 'Lin@Example.COM', ' lin '])('lets %j in', async (login) => {
    const answer = await logIn({ login })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/home'])
    expect(await (await client.get('/mgmt/acct-info')).text()).toContain('Lotus Trading')
  })

  test('leads back to where the stranger wanted to go', async () => {
    const wanted = (await client.get('/mgmt/doc-lib')).headers.get('location')!
    expect(wanted).toBe('/acct/login?returnUrl=%2Fmgmt%2Fdoc-lib')
    const returnUrl = typedValue(await (await client.get(wanted)).text(), 'returnUrl')
    expect((await logIn({ returnUrl })).headers.get('location')).toBe('/mgmt/doc-lib')
  })

  test('tells htmx where to go by its header, since the whole page changes', async () => {
    const answer = await logIn({}, { 'hx-request': 'true' })
    expect([answer.status, answer.headers.get('hx-redirect')]).toEqual([200, '/mgmt/home'])
  })

  test('sends whoever is in already on', async () => {
    expect((await cast.lin.client.get('/acct/login')).headers.get('location')).toBe('/mgmt/home')
  })
})

describe('a login that fails', () => {
  test.each([
    ['zh_CN', '用户名或密码错误'],
    ['zh_TW', '使用者名稱或密碼錯誤'],
    ['en_US', 'Wrong username or password'],
  ])(
    'says in %s the same of a wrong password as of a name nobody has, and keeps the name',
    async (locale, words) => {
      const pages: string[] = []
      for (const login of ['lin', 'nobody']) {
        const answer = await client.post(`/acct/login?locale=${locale}`, {
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
      expect(client.cookies.has(SESSION_COOKIE)).toBe(false)
    },
  )

  test.each([
    [{ login: '' }, 'login', 'This field is required'],
    [{ password: '' }, 'password', 'This field is required'],
    [{ agreement: '' }, 'agreement', 'Please read and agree to the terms and conditions'],
  ])('says beside the field what is missing: %o', async (change, field, words) => {
    const answer = await logIn(change)
    expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
    expect(client.cookies.has(SESSION_COOKIE)).toBe(false)
  })

  test.each([
    ['disabled', 'The Account is disabled'],
    ['frozen', 'The Account is frozen'],
  ] as const)('says that the account is %s only to who knows its password', async (state, words) => {
    const set = (to: 'active' | 'disabled' | 'frozen') =>
      db.updateTable('accounts.account').set({ state: to }).where('id', '=', cast.hannah.viewer.id).execute()
    await set(state)
    expect(formProblem(await (await logIn({ login: 'hannah' })).text())).toContain(words)
    const wrong = await logIn({ login: 'hannah', password: 'Wrong2026' })
    expect(formProblem(await wrong.text())).toBe('Wrong username or password')
    await set('active')
    expect((await logIn({ login: 'hannah' })).status).toBe(303)
  })

  test('is not helped by SQL in the name', async () => {
    for (const login of [`lin' --`, `' or '1'='1`, `lin'; drop table accounts.account; --`, '%', 'li_'])
      expect([login, (await logIn({ login })).status]).toEqual([login, 422])
    expect((await logIn()).status).toBe(303)
  })
})

test('a logout ends in front of the login, and asks the browser to forget its pages', async () => {
  await logIn()
  expect((await client.get('/mgmt/home')).status).toBe(200)
  const answer = await client.post('/logout')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/acct/login'])
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect(client.cookies.has(SESSION_COOKIE)).toBe(false)
  expect((await client.get('/mgmt/home')).status).toBe(303)
})
