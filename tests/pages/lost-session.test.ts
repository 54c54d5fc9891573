import { beforeEach, describe, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { config } from '#src/core/config.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { formProblem } from '#tests/support/form.ts'

const context = setUpCast()
let client: Client
let token: string

/** A browser whose session has ended. */
beforeEach(async () => {
  token = await beginSession(context.db, context.cast.lin.viewer.id)
  client = newClient(context.db)
  client.cookies.set(SESSION_COOKIE, token)
  expect((await client.get('/mgmt/home')).status).toBe(200)
  await context.db.deleteFrom('platform.session').execute()
})

const loginOf = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '', config.baseUrl).searchParams

describe('a lost session', () => {
  test.each([
    ['zh_CN', '登录已过期，请重新登录'],
    ['zh_TW', '登入已過期，請重新登入'],
    ['en_US', 'Login has expired, please login again'],
  ])('sends a page to the login, which says so in %s and leads back', async (locale, words) => {
    const answer = await client.get('/mgmt/my-docs?keyword=nda')
    const query = loginOf(answer)
    expect([query.get('lost'), query.get('returnUrl')]).toEqual(['ACCESS_CHECK', '/mgmt/my-docs?keyword=nda'])
    const login = await client.get(`${answer.headers.get('location')}&locale=${locale}`)
    const html = await login.text()
    expect(formProblem(html)).toBe(words)
    expect(html).toContain('name="returnUrl" value="/mgmt/my-docs?keyword=nda"')
  })

  test('with a token that is not ours is an invalid refresh token', async () => {
    client.cookies.set(SESSION_COOKIE, 'not-a-token')
    const answer = await client.get('/mgmt/home', { accept: 'application/json' })
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { errorCode: 'INVALID', model: { refreshToken: 'malformed' } },
    ])
  })

  test('that was ended from another browser is reported as such', async () => {
    const otherSession = await beginSession(context.db, context.cast.lin.viewer.id)
    client.cookies.set(SESSION_COOKIE, otherSession)
    expect((await client.get('/mgmt/home')).status).toBe(200)
    await context.db.updateTable('platform.session').set({ ended_at: new Date() }).execute()
    const answer = await client.get('/mgmt/home')
    expect(loginOf(answer).get('lost')).toBe('F_REFRESH_TOKEN_FAILED')
    const html = await (await client.get(answer.headers.get('location')!)).text()
    expect(formProblem(html)).toBe('You were logged out from another device. Please log in again.')
  })

  test('with a token that is not ours is reported to a browser, too', async () => {
    client.cookies.set(SESSION_COOKIE, 'not-a-token')
    const answer = await client.get('/mgmt/home')
    expect(loginOf(answer).get('lost')).toBe('INVALID')
    const html = await (await client.get(answer.headers.get('location')!)).text()
    expect(formProblem(html)).toBe('Login has expired, please login again')
  })

  test('sends a form back to its page, and to no other site', async () => {
    const fields = { version: '1', name: 'x', department: 'y' }
    const from = (referer: string) => client.post('/mgmt/acct-info/profile', fields, { referer })
    const ownLogin = loginOf(await from(`${config.baseUrl}/mgmt/acct-info/profile?from=Home`))
    expect([ownLogin.get('returnUrl'), ownLogin.get('lost')]).toEqual([
      '/mgmt/acct-info/profile?from=Home',
      'ACCESS_CHECK',
    ])
    for (const referer of [
      'https://evil.example/mgmt/home',
      'no address',
      '',
      `${config.baseUrl}//evil.example`,
    ])
      expect([referer, loginOf(await from(referer)).get('returnUrl')]).toEqual([referer, null])
  })

  test('answers a fragment with 401, for the page script to report', async () => {
    const fragment = { 'hx-request': 'true' }
    for (const answer of [
      await client.get('/mgmt/acct-info/profile', fragment),
      await client.post('/mgmt/acct-info/profile', { version: '1' }, fragment),
    ]) {
      expect([answer.status, answer.headers.get('hx-redirect')]).toEqual([401, null])
      expect(await answer.text()).toContain('Login has expired, please login again')
    }
  })

  test('is reported only to a browser that had one, and only by a known code', async () => {
    const stranger = newClient(context.db)
    expect(loginOf(await stranger.get('/mgmt/home')).get('lost')).toBeNull()
    for (const code of ['LOGIN_INVALID', 'NOT_A_CODE', '%3Cb%3E'])
      expect(formProblem(await (await stranger.get(`/acct/login?lost=${code}`)).text())).toBe('')
  })
})

test('every page of a logged-in person contains the dialog for an expired session', async () => {
  const { client: lin } = context.cast.lin
  lin.cookies.set(SESSION_COOKIE, await beginSession(context.db, context.cast.lin.viewer.id))
  const html = await (await lin.get('/mgmt/home')).text()
  expect(html).toMatch(/<dialog id="lost-login"[\s\S]*The Account is expired[\s\S]*Log out[\s\S]*<\/dialog>/)
  expect(await (await newClient(context.db).get('/acct/login')).text()).not.toContain('lost-login')
})
