import { beforeEach, describe, expect, test } from 'vitest'
import { consumeVerificationCode } from '#modules/accounts/entry/codes/verification-code.ts'
import { DAY, MINUTE } from '#src/core/clock.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { askForCode, codeFor, freshCaptcha, registration } from '#tests/cast/registration.ts'
import { setUpClock, setUpDatabase } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem } from '#tests/support/form.ts'

let address: string
let count = 0

const context = setUpDatabase()
const pass = setUpClock()

beforeEach(() => {
  address = `code${++count}@kestrel.example`
})

const register = (code: string, by = context.client) =>
  by.post('/acct/register', registration({ email: address, code }))

const isRefused = async (answer: Response) =>
  fieldProblem(await answer.text(), 'code') === 'The verification code is wrong or has expired'

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('requesting a code', () => {
  test('requires the graphic captcha, and reports its problem beside the field', async () => {
    const answer = await askForCode(context.client, address, 'register', 'wrong')
    expect(answer.status).toBe(422)
    expect(fieldProblem(await answer.text(), 'captcha')).toBe('The graphic code is wrong. Here is a new one.')
    expect(await mailsTo(context.db, address)).toEqual([])
    expect((await askForCode(context.client, address)).status).toBe(200)
    expect(await mailsTo(context.db, address)).toHaveLength(1)
  })

  test('consumes the captcha: no answer can be repeated, used in another browser or used after five minutes', async () => {
    const ask = (captchaId: string, captcha: string, by = context.client, email = address) =>
      by.post('/acct/codes', { channel: 'email', email, purpose: 'register', captchaId, captcha })
    const spent = await freshCaptcha(context.client)
    expect((await ask(spent, 'wrong')).status).toBe(422)
    expect((await ask(spent, 'qishu')).status).toBe(422)
    expect((await ask(await freshCaptcha(context.client), 'qishu', newClient(context.db))).status).toBe(422)
    const old = await freshCaptcha(context.client)
    pass(5 * MINUTE)
    expect((await ask(old, 'qishu')).status).toBe(422)
    expect(await mailsTo(context.db, address)).toEqual([])
    const goodCaptcha = await freshCaptcha(context.client)
    expect((await ask(goodCaptcha, 'qishu')).status).toBe(200)
    expect((await ask(goodCaptcha, 'qishu', context.client, `b-${address}`)).status).toBe(422)
    expect(await mailsTo(context.db, `b-${address}`)).toEqual([])
  })

  test('is allowed once a minute: refused after 59.9 s, allowed after 60.1 s', async () => {
    expect((await askForCode(context.client, address)).status).toBe(200)
    pass(59_900)
    const earlyResponse = await askForCode(context.client, address)
    expect([earlyResponse.status, fieldProblem(await earlyResponse.text(), 'captcha')]).toEqual([
      422,
      'You can request only one code per minute',
    ])
    expect(await mailsTo(context.db, address)).toHaveLength(1)
    pass(200)
    expect((await askForCode(context.client, address)).status).toBe(200)
    expect(await mailsTo(context.db, address)).toHaveLength(2)
  })

  test('is allowed ten times a day', async () => {
    for (let n = 0; n < 10; n++, pass(2 * MINUTE))
      expect((await askForCode(context.client, address)).status).toBe(200)
    expect((await askForCode(context.client, address)).status).toBe(422)
    pass(DAY)
    expect((await askForCode(context.client, address)).status).toBe(200)
  })

  test('from twenty windows concurrently sends one', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => freshCaptcha(context.client)))
    const fields = { channel: 'email', email: address, purpose: 'register', captcha: 'qishu' }
    const answers = await Promise.all(
      ids.map((captchaId) => context.client.post('/acct/codes', { ...fields, captchaId })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)])
    expect(await mailsTo(context.db, address)).toHaveLength(1)
  })

  test('shows a countdown of a minute, and neither page nor cookie contains the captcha’s answer', async () => {
    const page = await context.client.get('/acct/register')
    const response = `${await page.text()}${JSON.stringify([...page.headers])}`
    expect(response.replaceAll('qishu.example', '')).not.toContain('qishu')
    expect(await (await askForCode(context.client, address)).text()).toContain('data-countdown="60"')
  })
})

describe('a code', () => {
  test('has six digits, is mailed, and is stored as a keyed hash only', async () => {
    const code = await codeFor(context.db, context.client, address)
    expect(code).toMatch(/^\d{6}$/)
    const row = await context.db
      .selectFrom('accounts.verification_code')
      .selectAll()
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
    expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(`"${code}"`)
  })

  test('is valid once', async () => {
    const code = await codeFor(context.db, context.client, address)
    expect((await register(code)).status).toBe(303)
    expect(await isRefused(await register(code, newClient(context.db)))).toBe(true)
    expect(await isRefused(await register(code))).toBe(true)
  })

  test('is invalid after five wrong tries, and valid after four', async () => {
    const firstCode = await codeFor(context.db, context.client, address)
    for (let n = 0; n < 5; n++) expect(await isRefused(await register(wrongOf(firstCode)))).toBe(true)
    expect(await isRefused(await register(firstCode))).toBe(true)
    pass(MINUTE)
    const secondCode = await codeFor(context.db, context.client, address)
    for (let n = 0; n < 4; n++) expect(await isRefused(await register(wrongOf(secondCode)))).toBe(true)
    expect((await register(secondCode)).status).toBe(303)
  })

  test('expires after ten minutes', async () => {
    const code = await codeFor(context.db, context.client, address)
    pass(10 * MINUTE + 1)
    expect(await isRefused(await register(code))).toBe(true)
  })

  test('is invalid after a newer one was requested', async () => {
    const old = await codeFor(context.db, context.client, address)
    pass(MINUTE)
    const fresh = await codeFor(context.db, context.client, address)
    if (old !== fresh) expect(await isRefused(await register(old))).toBe(true)
    expect((await register(fresh)).status).toBe(303)
  })

  test('is valid only for the browser, the address and the purpose of its request', async () => {
    const code = await codeFor(context.db, context.client, address)
    expect(await isRefused(await register(code, newClient(context.db)))).toBe(true)
    const otherResponse = await context.client.post(
      '/acct/register',
      registration({ email: `c-${address}`, code }),
    )
    expect(await isRefused(otherResponse)).toBe(true)
    const password = { password: 'Kestrel2027', confirmPassword: 'Kestrel2027' }
    const other = await context.client.post('/acct/forgot-password', {
      channel: 'email',
      email: address,
      code,
      ...password,
    })
    expect(await isRefused(other)).toBe(true)
    expect((await register(code)).status).toBe(303)
  })

  test('checked fifty times concurrently succeeds once', async () => {
    const code = await codeFor(context.db, context.client, address)
    const request = { purpose: 'register', address, visitor: context.client.cookies.get('visitor')! } as const
    const checks = await Promise.all(
      Array.from({ length: 50 }, () => consumeVerificationCode(context.db, request, code)),
    )
    expect(checks.filter(Boolean)).toHaveLength(1)
  })
})
