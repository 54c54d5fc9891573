import { describe, expect, test } from 'vitest'
import { lastMailTo } from '#tests/cast/mail.ts'
import { PASSWORD } from '#tests/cast/people.ts'
import { askForCode, codeFor } from '#tests/cast/registration.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

const context = setUpCast()

const NEW = { password: 'Kestrel2027', confirmPassword: 'Kestrel2027' }

const setPassword = (client: Client, fields: Record<string, string>) =>
  client.post('/acct/forgot-password', { channel: 'email', ...NEW, ...fields })

const canLogIn = async (login: string, password: string) =>
  (await logIn(newClient(context.db), { login, password })).status === 303

test('a mailed code sets a new password; the old one no longer works', async () => {
  expect(await canLogIn('hannah', PASSWORD)).toBe(true)
  const client = newClient(context.db)
  const code = await codeFor(context.db, client, 'hannah@example.com', 'password')
  const answer = await setPassword(client, { email: 'Hannah@example.com', code })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/acct/login?reset=done'])
  expect(await canLogIn('hannah', NEW.password)).toBe(true)
  expect(await canLogIn('hannah', PASSWORD)).toBe(false)
  expect((await lastMailTo(context.db, 'hannah@example.com')).subject).toBe('Your Qishu password was changed')
})

describe('without the right code', () => {
  test('changes nothing, and keeps the typed text', async () => {
    const client = newClient(context.db)
    const code = await codeFor(context.db, client, 'lin@example.com', 'password')
    const wrongCode = code === '000000' ? '000001' : '000000'
    const answer = await setPassword(client, { email: 'lin@example.com', code: wrongCode })
    const html = await answer.text()
    expect([answer.status, fieldProblem(html, 'code')]).toEqual([
      422,
      'The verification code is wrong or has expired',
    ])
    expect([typedValue(html, 'email'), typedValue(html, 'password')]).toEqual(['lin@example.com', ''])
    expect((await setPassword(client, { email: 'zhou@example.com', code })).status).toBe(422)
    expect((await setPassword(newClient(context.db), { email: 'lin@example.com', code })).status).toBe(422)
    for (const login of ['lin', 'zhou']) expect(await canLogIn(login, PASSWORD)).toBe(true)
    expect((await setPassword(client, { email: 'lin@example.com', code })).status).toBe(303)
  })
})

test.each([
  ['zh_CN', '密码格式不正确，应为 8 至 16 位数字或字母', '两次输入的密码不一致'],
  ['zh_TW', '密碼格式不正確，應為 8 至 16 位數字或字母', '兩次輸入的密碼不一致'],
  ['en_US', 'Incorrect password format, 8 - 16 digits or letters', 'Inconsistent passwords entered twice'],
])('each problem is beside its field in %s', async (locale, format, differ) => {
  const fields = {
    channel: 'email',
    email: 'lin@example.com',
    code: '123456',
    password: 'short',
    confirmPassword: 'shorter',
  }
  const answer = await newClient(context.db).post(`/acct/forgot-password?locale=${locale}`, fields)
  const html = await answer.text()
  expect([answer.status, fieldProblem(html, 'password'), fieldProblem(html, 'confirmPassword')]).toEqual([
    422,
    format,
    differ,
  ])
})

describe('a person who requests the code of an address', { shuffle: false }, () => {
  test('sees the same text whether an account has the address or not', async () => {
    const seenValues: string[] = []
    for (const address of ['ruo@example.com', 'nobody@example.com']) {
      const answer = await askForCode(newClient(context.db), address, 'password')
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy')!)![1]!
      const html = (await answer.text()).replaceAll(nonce, 'NONCE').replaceAll(address, 'ADDRESS')
      seenValues.push(`${answer.status} ${html.replace(/name="captchaId" value="[^"]+"|base64,[^"]+/g, '')}`)
    }
    expect(seenValues[0]).toBe(seenValues[1])
  })

  test('is informed only by a mail to that address that it has no account', async () => {
    expect((await lastMailTo(context.db, 'ruo@example.com')).code).toMatch(/^\d{6}$/)
    const none = await lastMailTo(context.db, 'nobody@example.com')
    expect([none.subject, none.text]).toEqual([
      'No Qishu account uses this address',
      expect.stringContaining('no account uses it'),
    ])
    expect(none.code).toMatch(/^\d{6}$/)
  })
})
