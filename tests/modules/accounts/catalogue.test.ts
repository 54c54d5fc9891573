import { beforeAll, describe, expect, test } from 'vitest'
import { newVerificationCode } from '#modules/accounts/entry/codes/verification-code.ts'
import { translate } from '#src/core/i18n.ts'
import { setState } from '#tests/cast/people.ts'
import { askForCode, codeFor, registration } from '#tests/cast/registration.ts'
import { logIn as logInAs, setUpCast } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { note } from '#tests/support/measured.ts'
import { dynamicKey } from '#views/language/messages.ts'

/**
 * The error codes of the catalogue for login and registration; a program causes each over HTTP. Social
 * login: social.test.ts.
 */

const context = setUpCast()
beforeAll(async () => {
  await context.db
    .updateTable('accounts.account')
    .set({ mobile: '+8613900000001' })
    .where('username', '=', 'lin')
    .execute()
})

const PROGRAM = { accept: 'application/json' }
const NEW = { password: 'Kestrel2027', confirmPassword: 'Kestrel2027' }

let addresses = 0
const newAddress = () => `fresh${++addresses}@kestrel.example`

const logIn = (client: Client, fields: Record<string, string> = {}) => logInAs(client, fields, PROGRAM)

/** Registers with a code that verifies the address. */
async function registerAs(client: Client, address: string, changes: Record<string, string> = {}) {
  const way: Record<string, string> = address.includes('@')
    ? { channel: 'email', email: address }
    : { channel: 'mobile', mobile: address }
  const code = await codeFor(context.db, client, address)
  return client.post('/acct/register', registration({ ...way, code, ...changes }), PROGRAM)
}

const MET: [string, number, (client: Client) => Promise<Response>][] = [
  ['LOGIN_INVALID', 422, (client) => logIn(client, { password: 'Wrong2026' })],
  ['LOGIN_INVALID', 422, (client) => logIn(client, { login: 'nobody' })],
  [
    'ACCOUNT_DISABLE',
    403,
    async (client) => (await setState(context.db, 'hannah', 'disabled'), logIn(client, { login: 'hannah' })),
  ],
  [
    'ACCOUNT_FREEZE_OR_DEACTIVATE',
    403,
    async (client) => (await setState(context.db, 'hannah', 'frozen'), logIn(client, { login: 'hannah' })),
  ],
  [
    'ACCOUNT_EXCEPTION',
    403,
    async (client) => (await setState(context.db, 'hannah', 'exception'), logIn(client, { login: 'hannah' })),
  ],
  ['ACCOUNT_ALREADY_EXISTS', 422, (client) => registerAs(client, newAddress(), { username: 'HANNAH' })],
  ['EMAIL_ALREADY_EXISTS', 422, (client) => registerAs(client, 'lin@example.com')],
  ['MOBILE_ALREADY_EXISTS', 422, (client) => registerAs(client, '+8613900000001')],
  [
    'EMAIL_NOT_EXISTS',
    422,
    async (client) => {
      const email = newAddress()
      const code = await codeFor(context.db, client, email, 'password')
      return client.post('/acct/forgot-password', { channel: 'email', email, code, ...NEW }, PROGRAM)
    },
  ],
  [
    'MOBILE_NOT_EXISTS',
    422,
    async (client) => {
      const mobile = '+8613900000009'
      const code = await codeFor(context.db, client, mobile, 'login')
      return logIn(client, { way: 'mobile', mobile, code })
    },
  ],
  [
    'VERIFICATION_COED_ERROR',
    422,
    (client) => logIn(client, { way: 'email', email: 'lin@example.com', code: '000000' }),
  ],
  [
    'CAPTCHA_VERIFICATION_COED_ERROR',
    422,
    (client) => askForCode(client, newAddress(), 'register', 'wrong', PROGRAM),
  ],
  [
    'ACCESS_DENIED',
    403,
    async (client) => {
      const address = newAddress()
      await askForCode(client, address)
      return askForCode(client, address, 'register', 'qishu', PROGRAM)
    },
  ],
  [
    'PASSWORD_FORMAT_ERROR',
    422,
    (client) => client.post('/acct/register', registration({ password: 'short' }), PROGRAM),
  ],
  [
    'PASSWORD_TOO_COMMON',
    422,
    (client) =>
      client.post(
        '/acct/register',
        registration({ password: 'password1', confirmPassword: 'password1' }),
        PROGRAM,
      ),
  ],
  ['INVALID_FIELD', 422, (client) => client.post('/acct/register', registration({ name: '' }), PROGRAM)],
  ['PUSH_EMAIL_FAIL', 503, (client) => refusedBefore(client, newAddress(), 'email')],
  ['PUSH_SMS_FAIL', 503, (client) => refusedBefore(client, '+8613900000008', 'sms')],
]

/** The previous message was permanently rejected by the mail server or the SMS service. */
async function refusedBefore(client: Client, recipient: string, channel: 'email' | 'sms') {
  await askForCode(newClient(context.db), recipient)
  await context.db
    .updateTable('platform.mail')
    .set({ state: 'failed' })
    .where('recipient', '=', recipient)
    .where('channel', '=', channel)
    .execute()
  return askForCode(client, recipient, 'login', 'qishu', PROGRAM)
}

test.each(MET)('%s is answered in the envelope, with %d', async (code, status, meet) => {
  const client = newClient(context.db)
  const answer = await meet(client)
  const { success, errorCode, errorMsg } = await answer.json()
  expect([answer.status, success, errorCode]).toEqual([status, false, code])
  const words = { ACCESS_DENIED: 'TOO_SOON', INVALID_FIELD: 'INVALID_FIELD_AT' }[code as string] ?? code
  expect(errorMsg).toBe(translate('en_US')(dynamicKey(`common.error.${words}`), { field: 'name' }))
  await setState(context.db, 'hannah', 'active')
})

test('an invalid form names each problem in the requested language', async () => {
  const answer = await newClient(context.db).post(
    '/acct/register?locale=zh_CN',
    registration({ name: '', code: 'x' }),
    PROGRAM,
  )
  expect((await answer.json()).model).toEqual({
    problems: { name: '此项为必填项', code: '验证码格式不正确' },
  })
})

describe('a valid request is also answered in the envelope', () => {
  test('for a code, a registration, a login, a new password and a logout', async () => {
    const client = newClient(context.db)
    const email = newAddress()
    const response = await askForCode(client, email, 'register', 'qishu', PROGRAM)
    expect(await response.json()).toEqual({
      success: true,
      model: { resendIn: 60 },
      errorCode: null,
      errorMsg: null,
    })
    const registered = await registerAs(newClient(context.db), newAddress(), { returnUrl: '/mgmt/doc-lib' })
    expect(await registered.json()).toMatchObject({ success: true, model: { returnUrl: '/mgmt/doc-lib' } })
    expect(await (await logIn(client)).json()).toMatchObject({
      success: true,
      model: { returnUrl: '/mgmt/home' },
    })
    const code = await codeFor(context.db, client, 'zhou@example.com', 'password')
    const reset = await client.post(
      '/acct/forgot-password',
      { channel: 'email', email: 'zhou@example.com', code, ...NEW },
      PROGRAM,
    )
    expect(await reset.json()).toMatchObject({ success: true, model: null })
    expect(await (await client.post('/logout', {}, PROGRAM)).json()).toMatchObject({ success: true })
  })
})

test('of two hundred concurrent registrations for one username, one succeeds', async () => {
  const clients = Array.from({ length: 200 }, () => newClient(context.db))
  const forms: Record<string, string>[] = []
  for (const client of clients) {
    await client.get('/acct/login')
    const email = newAddress()
    const code = await newVerificationCode(context.db, {
      purpose: 'register',
      address: email,
      visitor: client.cookies.get('visitor')!,
    })
    forms.push(registration({ username: 'sought_after', email, code }))
  }
  const statuses = await Promise.all(
    clients.map(async (client, n) => (await client.post('/acct/register', forms[n], PROGRAM)).status),
  )
  const opened = await context.db
    .selectFrom('accounts.account')
    .select('id')
    .where('username', '=', 'sought_after')
    .execute()
  expect(opened).toHaveLength(1)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set([422, 429]))
  note('registrations at once for one username', `200 made, ${opened.length} account`)
})
