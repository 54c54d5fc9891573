import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { SECOND } from '#src/core/clock.ts'
import { codeOf, dropFactors, giveApp } from '#tests/cast/factors.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { PASSWORD } from '#tests/cast/people.ts'
import { logIn, setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'

const HERE = '/mgmt/acct-info/security'

const context = setUpCast()
const pass = setUpClock()

afterEach(async () => {
  await dropFactors(context.db, lin().viewer.id)
  await dropFactors(context.db, context.cast.hannah.viewer.id)
})

const lin = () => context.cast.lin
const pageOf = async (path = '', client = lin().client) => (await client.get(`${HERE}${path}`)).text()
const factors = () =>
  context.db.selectFrom('accounts.factor').selectAll().where('account_id', '=', lin().viewer.id).execute()
const lastAction = async () => {
  const row = await context.db
    .selectFrom('accounts.account_action')
    .select('action')
    .where('account_id', '=', lin().viewer.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.action
}

/** The fields of the set-up page, filled as with an authenticator app. */
async function setUp() {
  const html = await pageOf('/authenticator')
  const typed = /select-all[^>]*>([A-Z2-7 ]+)</.exec(html)![1]!
  const secret = new Uint8Array(decodeBase32IgnorePadding(typed.replaceAll(' ', '')))
  const fields = {
    id: typedValue(html, 'id'),
    sealed: typedValue(html, 'sealed'),
    name: 'Work phone',
    code: codeOf(secret),
    current: PASSWORD,
  }
  return { secret, fields }
}

const add = (fields: Record<string, string>, client = lin().client) =>
  client.post(`${HERE}/authenticator`, fields)

const codesIn = (html: string) => [...html.matchAll(/>([a-z2-7]{5}-[a-z2-7]{5})</g)].map(([, code]) => code!)

describe('adding an authenticator app', () => {
  test('shows ten recovery codes, is logged and mailed, and works at the next login', async () => {
    expect(await pageOf()).toContain('Off')
    const { secret, fields } = await setUp()
    const answer = await add(fields)
    const codes = codesIn(await answer.text())
    expect([answer.status, codes.length, new Set(codes).size]).toEqual([200, 10, 10])
    expect(await lastAction()).toBe('add-factor')
    expect((await lastMailTo(context.db, 'lin@example.com')).text).toContain('Work phone')
    const html = await pageOf()
    expect(html).toContain('Work phone')
    expect(html).toContain('10 of 10 left')
    expect(codesIn(html)).toEqual([])
    await logIn(context.client)
    expect(
      (await context.client.post('/acct/second-factor', { way: 'totp', code: fields.code })).status,
    ).toBe(422)
    pass(30 * SECOND)
    const code = codeOf(secret)
    expect((await context.client.post('/acct/second-factor', { way: 'totp', code })).status).toBe(303)
  })

  test('stores nothing usable in the database', async () => {
    const { secret, fields } = await setUp()
    const codes = codesIn(await (await add(fields)).text())
    const rows = JSON.stringify(await factors())
    const codesBefore = JSON.stringify(
      await context.db.selectFrom('accounts.recovery_code').selectAll().execute(),
    )
    expect(rows).not.toContain(JSON.stringify(Buffer.from(secret)).slice(20, 60))
    for (const code of codes) expect(codesBefore).not.toContain(code.replace('-', ''))
  })

  test('twice concurrently adds one', async () => {
    const { fields } = await setUp()
    const answers = await Promise.all([add(fields), add(fields)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 303])
    expect((await factors()).length).toBe(1)
  })

  test.each([
    [{ code: '000000' }, 'code', 'The verification code is wrong or has expired'],
    [{ code: 'abc' }, 'code', 'The verification code is wrong or has expired'],
    [{ current: 'Wrong2026' }, 'current', 'The current password is wrong'],
    [{ current: '' }, 'current', 'This field is required'],
    [{ name: ' ' }, 'name', 'This field is required'],
    [{ name: 'x'.repeat(61) }, 'name', 'This text is too long'],
  ])('is refused beside the field, with the same picture: %o', async (change, field, words) => {
    const { fields } = await setUp()
    const answer = await add({ ...fields, ...change })
    const html = await answer.text()
    expect([answer.status, fieldProblem(html, field)]).toEqual([422, expect.stringContaining(words)])
    expect(typedValue(html, 'id')).toBe(fields.id)
    expect(await factors()).toEqual([])
  })

  test('refuses the set-up of another account', async () => {
    const { fields } = await setUp()
    const answer = await add(fields, context.cast.hannah.client)
    expect([answer.status, formProblem(await answer.text())]).toEqual([
      422,
      expect.stringContaining('This set-up has expired'),
    ])
  })

  test('refuses an eleventh app', async () => {
    for (let n = 0; n < 10; n++) await giveApp(context.db, lin().viewer.id, `App ${n}`)
    const { fields } = await setUp()
    expect(formProblem(await (await add(fields)).text())).toContain('at most 10')
  })

  test('ends the other sessions if the checkbox is ticked', async () => {
    const { viewer } = lin()
    const otherClient = newClient(context.db)
    otherClient.cookies.set(SESSION_COOKIE, await beginSession(context.db, viewer.id))
    const { fields } = await setUp()
    await add({ ...fields, others: 'yes' })
    expect((await otherClient.get('/mgmt/acct-info')).status).toBe(303)
    expect((await lin().client.get('/mgmt/acct-info')).status).toBe(200)
  })
})

describe('an existing factor', () => {
  test('can be renamed', async () => {
    const { id } = await giveApp(context.db, lin().viewer.id)
    expect(await pageOf(`/factor?id=${id}`)).toContain('value="Work phone"')
    const answer = await lin().client.post(`${HERE}/factors/${id}/name`, { name: 'Old phone' })
    expect(answer.headers.get('location')).toBe(`${HERE}?done=factorRenamed`)
    expect([(await factors())[0]!.name, await lastAction()]).toEqual(['Old phone', 'rename-factor'])
    expect((await lastMailTo(context.db, 'lin@example.com')).text).toContain(
      '“Work phone” is now called “Old phone”',
    )
    const refusal = await lin().client.post(`${HERE}/factors/${id}/name`, { name: '' })
    expect([refusal.status, fieldProblem(await refusal.text(), 'name')]).toEqual([
      422,
      'This field is required',
    ])
  })

  test('can be removed only with the password, together with the recovery codes', async () => {
    const { id } = await giveApp(context.db, lin().viewer.id)
    const remove = (current: string) => lin().client.post(`${HERE}/factors/${id}/removal`, { current })
    expect((await remove('Wrong2026')).status).toBe(422)
    expect((await factors()).length).toBe(1)
    const answers = await Promise.all([remove(PASSWORD), remove(PASSWORD)])
    const [firstStatus, secondStatus] = answers.map(({ status }) => status).sort()
    expect(firstStatus).toBe(303)
    // The second request finds no factor, whether it ran before the first one or waited for it.
    expect([404, 422]).toContain(secondStatus)
    expect([await factors(), await lastAction()]).toEqual([[], 'remove-factor'])
    const remaining = context.db.selectFrom('accounts.recovery_code').selectAll()
    expect(await remaining.where('account_id', '=', lin().viewer.id).execute()).toEqual([])
    expect((await lastMailTo(context.db, 'lin@example.com')).subject).toContain('was removed')
    expect((await logIn(context.client)).headers.get('location')).toBe('/mgmt/home')
  })

  test('of another account is not found', async () => {
    const { id } = await giveApp(context.db, context.cast.hannah.viewer.id)
    const { client } = lin()
    const answers = [
      await client.get(`${HERE}/factor?id=${id}`),
      await client.post(`${HERE}/factors/${id}/name`, { name: 'Mine' }),
      await client.post(`${HERE}/factors/${id}/removal`, { current: PASSWORD }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('new recovery codes', () => {
  test('replace the earlier codes, after the password is entered', async () => {
    const { codes } = await giveApp(context.db, lin().viewer.id)
    const renew = (current: string) => lin().client.post(`${HERE}/recovery-codes`, { current })
    expect((await renew('Wrong2026')).status).toBe(422)
    const countBefore = (await mailsTo(context.db, 'lin@example.com')).length
    const fresh = codesIn(await (await renew(PASSWORD)).text())
    expect(fresh.length).toBe(10)
    expect((await mailsTo(context.db, 'lin@example.com')).length).toBe(countBefore + 1)
    await logIn(context.client)
    const recover = (code: string) => context.client.post('/acct/second-factor', { way: 'recovery', code })
    expect((await recover(codes[0]!)).status).toBe(422)
    expect((await recover(fresh[0]!)).status).toBe(303)
  })

  test('need a factor', async () => {
    const answer = await lin().client.post(`${HERE}/recovery-codes`, { current: PASSWORD })
    expect(formProblem(await answer.text())).toContain('Add one first')
  })
})

test('an anonymous visitor is sent to the login', async () => {
  for (const path of ['', '/authenticator', '/recovery-codes'])
    expect((await context.client.get(`${HERE}${path}`)).headers.get('location')).toContain('/acct/login')
})
