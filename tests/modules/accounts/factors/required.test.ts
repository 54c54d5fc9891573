import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { setFactorRule } from '#modules/accounts/factors/factor-rule.ts'
import { MINUTE } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { codeOf, dropFactors, giveApp } from '#tests/cast/factors.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { PASSWORD, type PersonName } from '#tests/cast/people.ts'
import { logIn, setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { configure } from '#tests/support/configured.ts'
import { formProblem } from '#tests/support/form.ts'
import { PRODUCTION } from '#tests/support/production.ts'
import { BODIES, siteRoutes } from '#tests/support/routes.ts'

const SECURITY = '/mgmt/acct-info/security'

const context = setUpCast()
const pass = setUpClock()

afterEach(async () => {
  configure()
  for (const { viewer } of Object.values(context.cast)) await dropFactors(context.db, viewer.id)
  await setFactorRule(context.db, context.cast.lin.viewer, false, 'en_US')
})

/** A browser in which the person has just logged in. */
async function browserOf(login: PersonName) {
  const client = newClient(context.db)
  await logIn(client, { login })
  return client
}

/** The configuration of production, with the tests' own database. */
const outsideDemo = () =>
  configure({
    ...PRODUCTION,
    NODE_ENV: process.env.NODE_ENV!,
    BASE_URL: process.env.BASE_URL!,
    DEMO: '0',
    CAPTCHA_ANSWER: '',
    SECRET_KEY: randomBytes(32).toString('hex'),
  })

const actionsOf = async (name: PersonName) => {
  const rows = await context.db
    .selectFrom('accounts.account_action')
    .select('action')
    .where('account_id', '=', context.cast[name].viewer.id)
    .execute()
  return rows.map(({ action }) => action)
}

describe('outside a demo, staff without a second factor', () => {
  test('are sent from every page of the desk to the set-up, and cannot change anything', async () => {
    outsideDemo()
    const client = await browserOf('ruo')
    const desk = siteRoutes(context.db).filter(({ path }) => path.startsWith('/desk'))
    expect(desk.length).toBeGreaterThan(50)
    for (const { method, path } of desk) {
      const address = path.replace(/:\w+(\{[^}]*\})?/g, () => newId())
      if (method === 'GET') {
        const answer = await client.get(address)
        const setUpUrl = `${SECURITY}?${new URLSearchParams({ returnUrl: address })}`
        expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, setUpUrl])
        continue
      }
      const body = BODIES[`${method} ${path}`] as Record<string, string> | undefined
      const answer = await client.post(address, body)
      expect([method, path, answer.status]).toEqual([method, path, 403])
    }
  })

  test('can open the set-up, and then get the requested page', async () => {
    outsideDemo()
    const client = await browserOf('ruo')
    const html = await (await client.get(`${SECURITY}?returnUrl=%2Fdesk%2Forders`)).text()
    expect(html).toContain('Our staff log in with a second factor')
    expect(html).toContain(`${SECURITY}/authenticator?returnUrl=%2Fdesk%2Forders`)
    expect((await client.get(`${SECURITY}/authenticator`)).status).toBe(200)
    await giveApp(context.db, context.cast.ruo.viewer.id)
    expect((await client.get('/desk/orders')).status).toBe(200)
  })

  test('cannot remove their only factor, but one of two', async () => {
    outsideDemo()
    const [first, second] = [
      await giveApp(context.db, context.cast.ruo.viewer.id),
      await giveApp(context.db, context.cast.ruo.viewer.id, 'Tablet'),
    ]
    const { client } = context.cast.ruo
    const remove = (id: string) => client.post(`${SECURITY}/factors/${id}/removal`, { current: PASSWORD })
    const answers = await Promise.all([remove(first.id), remove(second.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    const refusal = answers.find(({ status }) => status === 422)!
    expect(formProblem(await refusal.text())).toContain('must have a second factor')
  })

  test('people who are not staff have no desk and need no factor', async () => {
    outsideDemo()
    const client = await browserOf('lin')
    expect((await client.get('/desk/accounts')).status).toBe(404)
    expect((await client.get('/mgmt/home')).status).toBe(200)
  })
})

test('in a demo the desk opens without a second factor, and says how to set one up', async () => {
  const html = await (await (await browserOf('ruo')).get('/desk/accounts')).text()
  expect(html).toContain('Set up a second factor')
})

describe('a team that requires a second factor', () => {
  test('sends its members to the set-up, but only at their next login', async () => {
    const oldBrowser = await browserOf('zhou')
    pass(MINUTE)
    const lin = await browserOf('lin')
    pass(MINUTE)
    const answer = await lin.post('/mgmt/acct-info/team-factors', { required: 'yes' })
    const { subject } = await lastMailTo(context.db, 'lin@example.com')
    expect(subject).toBe('Your team now requires a second factor')
    expect(answer.headers.get('location')).toBe('/mgmt/acct-info/members?done=factorsRequired')
    expect((await oldBrowser.get('/mgmt/home')).status).toBe(200)
    expect(await (await lin.get('/mgmt/acct-info/members')).text()).toContain('No second factor yet')
    pass(MINUTE)
    const newBrowser = await browserOf('zhou')
    const led = await newBrowser.get('/mgmt/my-docs?tab=created')
    expect(led.headers.get('location')).toBe(`${SECURITY}?returnUrl=%2Fmgmt%2Fmy-docs%3Ftab%3Dcreated`)
    expect(await (await newBrowser.get(led.headers.get('location')!)).text()).toContain(
      'administrator requires',
    )
    const refusal = await newBrowser.post('/mgmt/new-doc', { template: 'mutual-nda' })
    expect(refusal.status).toBe(403)
    const app = await giveApp(context.db, context.cast.zhou.viewer.id)
    expect((await newBrowser.get('/mgmt/home')).status).toBe(200)
    await logIn(context.client, { login: 'zhou' })
    const code = codeOf(app.secret)
    expect((await context.client.post('/acct/second-factor', { way: 'totp', code })).status).toBe(303)
    expect((await context.client.get('/mgmt/home')).status).toBe(200)
  })

  test('logs the setting once, and can undo it', async () => {
    const client = await browserOf('lin')
    pass(MINUTE)
    const require = (required: string) => client.post('/mgmt/acct-info/team-factors', { required })
    const countBefore = (await actionsOf('lin')).length
    await Promise.all([require('yes'), require('yes')])
    expect((await require('no')).status).toBe(422)
    await client.post('/mgmt/acct-info/team-factors')
    expect((await actionsOf('lin')).slice(countBefore)).toEqual(['require-factors', 'waive-factors'])
    expect((await (await browserOf('zhou')).get('/mgmt/home')).status).toBe(200)
  })

  test('lets only its administrator decide', async () => {
    const answer = await context.cast.zhou.client.post('/mgmt/acct-info/team-factors', { required: 'yes' })
    expect(answer.status).toBe(403)
  })
})
