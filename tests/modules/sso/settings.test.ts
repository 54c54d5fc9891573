import { promises } from 'node:dns'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import '#src/app/events.ts'
import { findProvider } from '#modules/sso/connection/connection.ts'
import { carryClientSecrets } from '#modules/sso/connection/secret.ts'
import { eraseConnections } from '#modules/sso/index.ts'
import { deleteOldAttempts } from '#modules/sso/login/attempt.ts'
import { REQUEST_LIMITS } from '#modules/sso/login/provider.ts'
import { HOUR, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { connect, link } from '#tests/cast/sso.ts'
import { setPlan } from '#tests/cast/webhooks.ts'
import {
  CLIENT,
  type IdentityProvider,
  logInAtProvider,
  startIdentityProvider,
} from '#tests/stubs/identity-provider.ts'
import { allowReceivers } from '#tests/stubs/receiver.ts'
import { newClient } from '#tests/support/client.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'

const HOME = '/mgmt/acct-info/single-sign-on'

let db: Db
let cast: Cast
let provider: IdentityProvider
/** The actions of the current test have later ids. */
let firstId: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  provider = await startIdentityProvider([`http://localhost:3000/acct/sso/${cast.lin.viewer.teamId}/return`])
  atTheEnd(provider.close)
})

beforeEach(async () => {
  allowReceivers()
  provider.instead = () => false
  provider.people.clear()
  await db.deleteFrom('sso.connection').execute()
  firstId = newId()
  await setPlan(db, cast.lin.viewer, 'enterprise')
})

afterEach(() => {
  setClock(null)
  REQUEST_LIMITS.timeout = 10_000
  vi.restoreAllMocks()
})

const fields = () => ({ issuer: provider.issuer, clientId: CLIENT.clientId, secret: CLIENT.secret })
const save = (more: object = {}, who: keyof Cast = 'lin') =>
  cast[who].client.post(`${HOME}/provider`, { ...fields(), addsMembers: 'yes', ...more })
const connection = () => db.selectFrom('sso.connection').selectAll().executeTakeFirst()
const actions = async () => {
  const rows = await db
    .selectFrom('accounts.account_action')
    .select('action')
    .where('id', '>', firstId)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

function answerDns(records: string[][] | string) {
  return vi.spyOn(promises.Resolver.prototype, 'resolveTxt').mockImplementation(async () => {
    if (typeof records === 'string') throw Object.assign(new Error(records), { code: records })
    return records
  })
}

describe('an administrator', () => {
  test('sets up the connection, proves a domain, switches the connection on and off, and removes it', async () => {
    const { client, viewer } = cast.lin
    expect(await (await client.get(HOME)).text()).toContain('Not set up yet')
    const form = await (await client.get(`${HOME}/provider`)).text()
    expect(form).toContain(`http://localhost:3000/acct/sso/${viewer.teamId}/return`)
    const moreUses = {
      state: 'enabled',
      team_id: cast.hannah.viewer.teamId,
      teamId: cast.hannah.viewer.teamId,
    }
    expect(
      (await save({ ...moreUses, issuer: ` ${provider.issuer}/.well-known/openid-configuration ` })).status,
    ).toBe(303)
    expect(await connection()).toMatchObject({
      issuer: provider.issuer,
      adds_members: true,
      state: 'disabled',
    })
    const sealedText = (await connection())!.sealed_secret.toString('latin1')
    expect(sealedText).not.toContain(CLIENT.secret)
    for (const path of [HOME, `${HOME}/provider`])
      expect(await (await client.get(path)).text()).not.toContain(CLIENT.secret)
    expect(await (await client.post(`${HOME}/enabling`)).text()).toContain('Prove an email domain first')
    expect((await client.post(`${HOME}/domains`, { domain: ' somebody@Example.COM ' })).status).toBe(303)
    const [domain] = await db.selectFrom('sso.domain').selectAll().execute()
    expect(domain).toMatchObject({ domain: 'example.com', proved_at: null })
    const page = await (await client.get(HOME)).text()
    expect(page).toContain('_qishu-sso.example.com')
    expect(page).toContain(`qishu-sso=${domain!.proof}`)
    const ownPath = `${HOME}/domains/${domain!.id}`
    answerDns([['v=spf1'], ['qishu-sso=', domain!.proof]])
    expect((await client.post(`${ownPath}/proof`)).headers.get('location')).toContain('domainProved')
    expect((await client.post(`${HOME}/enabling`)).headers.get('location')).toContain('ssoEnabled')
    expect((await connection())!.state).toBe('enabled')
    for (const step of ['disabling', 'removal', `domains/${domain!.id}/removal`])
      expect((await client.get(`${HOME}/${step}`)).status).toBe(200)
    await client.post(`${HOME}/disabling`)
    await client.post(`${HOME}/disabling`)
    expect((await connection())!.state).toBe('disabled')
    await client.post(`${ownPath}/removal`)
    expect(await db.selectFrom('sso.domain').selectAll().execute()).toEqual([])
    await client.post(`${HOME}/removal`)
    await client.post(`${HOME}/removal`)
    expect(await connection()).toBeUndefined()
    const changes = Array(5).fill('change-sso')
    expect(await actions()).toEqual(['create-sso', ...changes, 'remove-sso'])
  })

  test.each([
    [[['qishu-sso=other']], 'has another value'],
    ['ENOTFOUND', 'no such record'],
    ['ENODATA', 'no such record'],
    ['ETIMEOUT', 'do not answer'],
  ])('reads what is wrong with a record: %j', async (records, words) => {
    await save()
    await cast.lin.client.post(`${HOME}/domains`, { domain: 'example.com' })
    const { id } = await db.selectFrom('sso.domain').select('id').executeTakeFirstOrThrow()
    answerDns(records)
    const answer = await cast.lin.client.post(`${HOME}/domains/${id}/proof`)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(words)
    expect(await db.selectFrom('sso.domain').select('proved_at').execute()).toEqual([{ proved_at: null }])
  })

  test('adds a domain once, and no invalid domain', async () => {
    await save()
    const add = (domain: string) => cast.lin.client.post(`${HOME}/domains`, { domain })
    const answers = await Promise.all(Array.from({ length: 4 }, () => add('例子.中国')))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422])
    expect(await db.selectFrom('sso.domain').select('domain').execute()).toEqual([
      { domain: 'xn--fsqu00a.xn--fiqs8s' },
    ])
    for (const domain of [
      '',
      'localhost',
      '127.0.0.1',
      'a..b',
      'a b.com',
      'https://x.com/y',
      'x'.repeat(300),
    ]) {
      const answer = await add(domain)
      expect([domain, answer.status]).toEqual([domain, 422])
      expect(await answer.text()).toContain('id="domain-note"')
    }
  })

  test('keeps the stored secret unless a new one is entered, but not for another issuer', async () => {
    await save()
    await link(db, cast.zhou.viewer, 'zhou')
    expect((await save({ secret: '', addsMembers: '' })).status).toBe(303)
    const { teamId } = cast.lin.viewer
    expect(await findProvider(db, teamId)).toMatchObject({ secret: CLIENT.secret, adds_members: false })
    expect(await db.selectFrom('sso.identity').selectAll().execute()).toHaveLength(1)
    const otherResponse = await save({ secret: '', issuer: 'http://localhost:9/' })
    expect(otherResponse.status).toBe(422)
    expect(await otherResponse.text()).toMatch(/id="secret-note"[^>]*>This field is required/)
    expect((await save({ clientId: 'another', secret: '' })).status).toBe(303)
    expect(await db.selectFrom('sso.identity').selectAll().execute()).toEqual([])
  })

  test.each<[string, object, string]>([
    ['', {}, 'This field is required'],
    ['example', {}, 'begins with https://'],
    ['http://id.example.com', {}, 'begins with https://'],
    ['https://10.0.0.1', {}, 'begins with https://'],
    ['https://id.example.com:8080', {}, 'begins with https://'],
    ['https://intranet', {}, 'begins with https://'],
    [`https://id.example.com/${'x'.repeat(500)}`, {}, 'too long'],
    ['http://127.0.0.1:9', {}, 'does not answer'],
  ])('reads at the field what is wrong with the issuer %s', async (issuer, more, words) => {
    const answer = await save({ issuer, ...more })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(/id="issuer-note"[^>]*>([^<]*)/.exec(html)![1]).toContain(words)
    expect(html).toContain(`value="${CLIENT.clientId}"`)
    expect(html).not.toContain(CLIENT.secret)
    expect(await connection()).toBeUndefined()
  })

  test('cannot name a provider whose name resolves to a private address', async () => {
    vi.spyOn(promises.Resolver.prototype, 'resolve4').mockResolvedValue(['10.0.0.1'] as never)
    vi.spyOn(promises.Resolver.prototype, 'resolve6').mockRejectedValue(new Error('none'))
    expect(await (await save({ issuer: 'https://rebound.example' })).text()).toContain('not reachable from')
  })

  test('cannot name this machine unless a configuration for tests allows it', async () => {
    configure()
    expect((await save()).status).toBe(422)
    expect(await connection()).toBeUndefined()
  })

  test.each<[string, object, string]>([
    ['another issuer', { issuer: 'https://other.example' }, 'names another issuer'],
    ['no PKCE', { code_challenge_methods_supported: ['plain'] }, 'does not support PKCE'],
    ['no code', { response_types_supported: ['id_token'] }, 'authorization code flow'],
    ['no token endpoint', { token_endpoint: undefined }, 'incomplete'],
    ['no keys', { jwks_uri: undefined }, 'incomplete'],
    ['a private login page', { authorization_endpoint: 'https://10.0.0.1/auth' }, 'not reachable from'],
    ['a login page that is script', { authorization_endpoint: 'javascript:alert(1)' }, 'not reachable from'],
  ])('cannot name a provider with %s', async (_, metadata, words) => {
    const document = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json()
    provider.instead = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...document, ...metadata }))
      return true
    }
    const answer = await save()
    expect(answer.status).toBe(422)
    expect(/id="issuer-note"[^>]*>([^<]*)/.exec(await answer.text())![1]).toContain(words)
  })

  test('may name a provider that does not say whether it supports PKCE, as Entra ID does not', async () => {
    const metadata = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json()
    provider.instead = (_request, response) => {
      const { code_challenge_methods_supported: _, ...otherMetadata } = metadata
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(otherMetadata))
      return true
    }
    expect((await save()).status).toBe(303)
  })

  test('sets up the connection once if the form is sent several times concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => save()))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await db.selectFrom('sso.connection').selectAll().execute()).toHaveLength(1)
  })

  test('unlinks a person; the person’s next login links them again', async () => {
    await connect(db, cast.lin.viewer, provider.issuer)
    const { ssoIdentityId } = await link(db, cast.zhou.viewer, 'z')
    const ownPath = `${HOME}/people/${ssoIdentityId}/unlinking`
    expect(await (await cast.lin.client.get(HOME)).text()).toContain(ownPath)
    expect((await cast.lin.client.get(ownPath)).status).toBe(200)
    expect((await cast.lin.client.post(ownPath)).status).toBe(303)
    expect((await cast.lin.client.post(ownPath)).status).toBe(404)
    expect(await actions()).toEqual(['unlink-sso'])
  })
})

describe('a test of the connection', () => {
  async function tryAs(person: string | null) {
    const { client } = cast.lin
    const away = await client.post(`${HOME}/test`)
    expect(away.status).toBe(200)
    const back = await logInAtProvider(away.headers.get('refresh')!.replace('0; url=', ''), person)
    return client.get(back.pathname + back.search)
  }
  const counts = async () => [
    await db.selectFrom('sso.identity').selectAll().execute(),
    (await db.selectFrom('accounts.account').selectAll().execute()).length,
    (await db.selectFrom('platform.session').selectAll().execute()).length,
  ]

  beforeEach(async () => {
    await connect(db, cast.lin.viewer, provider.issuer)
    await db.updateTable('sso.connection').set({ state: 'disabled' }).execute()
  })

  test('shows the claims and the account, and changes nothing', async () => {
    const countBefore = await counts()
    const person = (sub: string, claims: object) =>
      provider.people.set(sub, { sub, email_verified: true, ...claims })
    person('z', { email: 'zhou@example.com', name: '<b>Zhou</b>' })
    const html = await (await tryAs('z')).text()
    expect(html).toContain('zhou, a member of your team, would be linked')
    expect(html).toContain('&lt;b&gt;Zhou&lt;/b&gt;')
    expect(html).toContain('nothing was changed')
    person('new', { email: 'new@example.com', name: 'New' })
    expect(await (await tryAs('new')).text()).toContain('New (new@example.com) would become a new member')
    person('h', { email: 'hannah@example.com' })
    const refusal = await tryAs('h')
    expect(refusal.status).toBe(422)
    const words = await refusal.text()
    expect(words).toContain('outside of this team')
    expect(words).toContain('hannah@example.com')
    expect(await (await tryAs(null)).text()).toContain('cancelled')
    expect(await counts()).toEqual(countBefore)
    await link(db, cast.zhou.viewer, 'z')
    expect(await (await tryAs('z')).text()).toContain('zhou would be logged in')
  })

  test('works only for the administrator who began it', async () => {
    provider.people.set('z', { sub: 'z', email: 'zhou@example.com' })
    const away = await cast.lin.client.post(`${HOME}/test`)
    const back = await logInAtProvider(away.headers.get('refresh')!.replace('0; url=', ''), 'z')
    await db.updateTable('sso.attempt').set({ account_id: newId() }).execute()
    const answer = await cast.lin.client.get(back.pathname + back.search)
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('This login is over')
    expect(html).not.toContain('zhou@example.com')
  })

  test('explains why the provider did not answer', async () => {
    await db.updateTable('sso.connection').set({ issuer: 'http://127.0.0.1:9' }).execute()
    const answer = await cast.lin.client.post(`${HOME}/test`)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('does not answer')
  })
})

describe('other people', () => {
  const ROUTES = [
    'GET ',
    'GET /provider',
    'POST /provider',
    'POST /domains',
    'POST /domains/:domain/proof',
    'GET /domains/:domain/removal',
    'POST /domains/:domain/removal',
    'GET /people/:person/unlinking',
    'POST /people/:person/unlinking',
    'POST /test',
    'POST /enabling',
    'GET /disabling',
    'POST /disabling',
    'GET /removal',
    'POST /removal',
  ]
  let ids: { ssoDomainId: string; ssoIdentityId: string }

  beforeEach(async () => {
    ids = {
      ...(await connect(db, cast.lin.viewer, provider.issuer)),
      ...(await link(db, cast.zhou.viewer, 'z')),
    }
  })

  async function statusesOf(client: Cast['lin']['client'], routes = ROUTES) {
    const statuses: Record<string, number> = {}
    for (const route of routes) {
      const [method, path] = route.split(' ') as [string, string]
      const address = HOME + path.replace(':domain', ids.ssoDomainId).replace(':person', ids.ssoIdentityId)
      const form = { ...fields(), domain: 'other.example' }
      statuses[route] = (await (method === 'GET' ? client.get(address) : client.post(address, form))).status
    }
    return statuses
  }
  const everything = async () => [
    await db.selectFrom('sso.connection').selectAll().execute(),
    await db.selectFrom('sso.domain').selectAll().execute(),
    await db.selectFrom('sso.identity').selectAll().execute(),
    await db.selectFrom('sso.attempt').selectAll().execute(),
  ]

  test('who are not logged in are sent to the login', async () => {
    const previousState = await everything()
    expect(new Set(Object.values(await statusesOf(newClient(db))))).toEqual(new Set([303]))
    expect(await everything()).toEqual(previousState)
  })

  test('in the team without the permission are refused everywhere', async () => {
    const previousState = await everything()
    expect(new Set(Object.values(await statusesOf(cast.zhou.client)))).toEqual(new Set([403]))
    expect(new Set(Object.values(await statusesOf(cast.ruo.client)))).toEqual(new Set([403]))
    expect(await everything()).toEqual(previousState)
  })

  test('in another team find no data of the connection', async () => {
    await setPlan(db, cast.hannah.viewer, 'enterprise')
    const previousState = await everything()
    const routes = ROUTES.filter((route) => /:|test|enabling|disabling|GET \/removal|domains/.test(route))
    expect(new Set(Object.values(await statusesOf(cast.hannah.client, routes)))).toEqual(new Set([404]))
    expect((await cast.hannah.client.post(`${HOME}/removal`)).status).toBe(303)
    expect(await everything()).toEqual(previousState)
    expect(await (await cast.hannah.client.get(HOME)).text()).not.toContain(provider.issuer)
  })

  test('without the plan can only read, switch off and remove', async () => {
    await setPlan(db, cast.lin.viewer, 'basic')
    const page = await (await cast.lin.client.get(HOME)).text()
    expect(page).toContain('Your package does not include single sign-on')
    const refusedRoutes = [
      'POST /provider',
      'POST /domains',
      'POST /domains/:domain/proof',
      'POST /test',
      'POST /enabling',
    ]
    expect(new Set(Object.values(await statusesOf(cast.lin.client, refusedRoutes)))).toEqual(new Set([403]))
    expect((await cast.lin.client.get(`${HOME}/provider`)).headers.get('location')).toBe(HOME)
    const otherRoutes = ROUTES.filter((route) => !refusedRoutes.includes(route) && route !== 'GET /provider')
    const statuses = await statusesOf(cast.lin.client, otherRoutes)
    expect(Object.values(statuses).every((status) => status === 200 || status === 303)).toBe(true)
    expect(await connection()).toBeUndefined()
  })
})

describe('stored data', () => {
  test('the secret is encrypted with a new SECRET_KEY, and requested again if it is lost', async () => {
    await connect(db, cast.lin.viewer, provider.issuer)
    const { teamId } = cast.lin.viewer
    const formerKey = config.secretKey
    const present = 'x'.repeat(40)
    expect(await carryClientSecrets(db, { former: formerKey, present })).toEqual({ carried: 1, left: [] })
    expect((await findProvider(db, teamId))!.secret).toBeNull()
    const answer = await newClient(db).post(`/acct/sso/${teamId}`, { agreement: 'yes' })
    expect(await answer.text()).toContain('can no longer be read')
    expect(await (await cast.lin.client.post(`${HOME}/test`)).text()).toContain('can no longer be read')
    expect((await save({ secret: '' })).status).toBe(422)
    expect(await carryClientSecrets(db, { former: formerKey, present })).toMatchObject({
      left: [`single sign-on of team ${teamId}`],
    })
    expect(await carryClientSecrets(db, { former: present, present: formerKey })).toMatchObject({
      carried: 1,
    })
    expect((await findProvider(db, teamId))!.secret).toBe(CLIENT.secret)
  })

  test('expired attempts are deleted, and all data is deleted with the team', async () => {
    await connect(db, cast.lin.viewer, provider.issuer)
    await cast.lin.client.post(`${HOME}/test`)
    await deleteOldAttempts(db)
    expect(await db.selectFrom('sso.attempt').selectAll().execute()).toHaveLength(1)
    setClock(() => new Date(Date.now() + HOUR))
    await deleteOldAttempts(db)
    expect(await db.selectFrom('sso.attempt').selectAll().execute()).toEqual([])
    setClock(null)
    await link(db, cast.zhou.viewer, 'z')
    await link(db, cast.lin.viewer, 'l')
    await eraseConnections(db, { teamIds: [], accountId: cast.zhou.viewer.id })
    expect(await db.selectFrom('sso.identity').select('subject').execute()).toEqual([{ subject: 'l' }])
    await eraseConnections(db, { teamIds: [cast.lin.viewer.teamId], accountId: cast.lin.viewer.id })
    expect(await connection()).toBeUndefined()
    expect(await db.selectFrom('sso.domain').selectAll().execute()).toEqual([])
  })
})
