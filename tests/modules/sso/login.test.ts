import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { REQUEST_LIMITS } from '#modules/sso/login/provider.ts'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { MINUTE, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast, setState } from '#tests/cast/people.ts'
import { connect, link } from '#tests/cast/sso.ts'
import { setPlan } from '#tests/cast/webhooks.ts'
import {
  CLIENT,
  type IdentityProvider,
  logInAtProvider,
  startIdentityProvider,
} from '#tests/stubs/identity-provider.ts'
import { allowReceivers } from '#tests/stubs/receiver.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { countRequests } from '#tests/support/limits.ts'

let db: Db
let cast: Cast
let provider: IdentityProvider
let HERE: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  HERE = `/acct/sso/${cast.lin.viewer.teamId}`
  provider = await startIdentityProvider([
    `http://localhost:3000${HERE}/return`,
    `http://localhost:3000/acct/sso/${cast.hannah.viewer.teamId}/return`,
  ])
  atTheEnd(provider.close)
})

beforeEach(async () => {
  allowReceivers()
  provider.instead = () => false
  provider.people.clear()
  await db.deleteFrom('sso.connection').execute()
  await setPlan(db, cast.lin.viewer, 'enterprise')
  await seats(10)
  await connect(db, cast.lin.viewer, provider.issuer)
})

afterEach(() => {
  setClock(null)
  REQUEST_LIMITS.timeout = 10_000
})

const seats = (count: number) =>
  db.updateTable('accounts.team').set({ seats: count }).where('id', '=', cast.lin.viewer.teamId).execute()

/** Begins a login; returns the address of the provider's page. */
async function begin(client: Client, fields: object = {}, path = HERE): Promise<string> {
  const answer = await client.post(path, { agreement: 'yes', ...fields })
  expect(answer.status).toBe(200)
  const href = /^0; url=(.*)$/.exec(answer.headers.get('refresh') ?? '')?.[1]
  expect(href).toMatch(`${provider.issuer}/auth?`)
  return href!
}

/** The path and query with which the browser returns from the provider. */
const pathOf = (url: URL) => url.pathname + url.search

/** Logs in completely; returns the response to the browser's return. */
async function logIn(client: Client, person: string | null, path = HERE): Promise<Response> {
  return client.get(pathOf(await logInAtProvider(await begin(client, {}, path), person)))
}

const known = (sub: string, claims: object = {}) =>
  provider.people.set(sub, { sub, email: `${sub}@example.com`, email_verified: true, name: sub, ...claims })

const viewerIn = async (client: Client) => {
  const html = await (await client.get('/mgmt/acct-info')).text()
  return html
}

const accountOf = (email: string) =>
  db.selectFrom('accounts.account').selectAll().where('email', '=', email).execute()

const identities = () => db.selectFrom('sso.identity').select(['subject', 'account_id']).execute()

/** The problem on a page after a failed login, and the link to continue. */
async function problemOf(answer: Response, client: Client): Promise<string> {
  const html = await answer.text()
  expect(html).toContain('href="/acct/login"')
  expect(client.cookies.has(SESSION_COOKIE)).toBe(false)
  return /role="alert"[^>]*>([^<]*)</.exec(html)?.[1]?.replaceAll('&#x27;', "'") ?? html.slice(0, 3000)
}

describe('a login by single sign-on', () => {
  test('requires the agreement, goes to the provider with PKCE, state and nonce, and logs the member in', async () => {
    known('zhou', { email: 'Zhou@Example.com' })
    const client = newClient(db)
    const page = await (await client.get(`${HERE}?returnUrl=/mgmt/doc-lib`)).text()
    expect(page).toContain('127.0.0.1')
    const refusal = await client.post(HERE, { returnUrl: '/mgmt/doc-lib' })
    expect(refusal.status).toBe(422)
    expect(await refusal.text()).toContain('value="/mgmt/doc-lib"')
    const href = await begin(client, { returnUrl: '/mgmt/doc-lib' })
    expect(Object.fromEntries(new URL(href).searchParams)).toEqual({
      client_id: CLIENT.clientId,
      redirect_uri: `http://localhost:3000${HERE}/return`,
      response_type: 'code',
      scope: 'openid profile email',
      state: expect.stringMatching(/^[a-z2-7]{40}$/),
      nonce: expect.stringMatching(/.{40}/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const back = await client.get(pathOf(await logInAtProvider(href, 'zhou')))
    expect([back.status, back.headers.get('location')]).toEqual([303, '/mgmt/doc-lib'])
    expect(await viewerIn(client)).toContain('zhou')
    expect(await identities()).toEqual([{ subject: 'zhou', account_id: cast.zhou.viewer.id }])
    const event = await db
      .selectFrom('platform.security_event')
      .select(['kind', 'detail'])
      .where('account_id', '=', cast.zhou.viewer.id)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(event).toContainEqual({ kind: 'log-in', detail: 'sso' })
    const events = await (await client.get('/mgmt/acct-info/security-events')).text()
    expect(events).toContain('single sign-on')
  })

  test('finds a linked person by the id even if the address has changed', async () => {
    await link(db, cast.zhou.viewer, 'z-1')
    known('z-1', { email: 'somebody-else@example.com' })
    const client = newClient(db)
    expect((await logIn(client, 'z-1')).headers.get('location')).toBe('/mgmt/home')
    expect(await viewerIn(client)).toContain('zhou@example.com')
    expect(await accountOf('somebody-else@example.com')).toEqual([])
  })

  test('needs no second factor, but a factor that the team requires has to be set up', async () => {
    await link(db, cast.zhou.viewer, 'zhou')
    known('zhou')
    const team = db.updateTable('accounts.team').where('id', '=', cast.lin.viewer.teamId)
    await team.set({ factor_required_at: new Date(Date.now() - 1000) }).execute()
    const client = newClient(db)
    expect((await logIn(client, 'zhou')).headers.get('location')).toBe('/mgmt/home')
    expect((await client.get('/mgmt/home')).headers.get('location')).toContain('/mgmt/acct-info/security')
    await team.set({ factor_required_at: null }).execute()
  })

  test('reads the address from the userinfo endpoint, or from an ID token that contains it', async () => {
    known('zhou')
    provider.requests = []
    expect((await logIn(newClient(db), 'zhou')).status).toBe(303)
    expect(provider.requests).toContain('GET /me')
  })

  test('keeps working when the provider changes its keys', async () => {
    known('zhou')
    expect((await logIn(newClient(db), 'zhou')).status).toBe(303)
    provider.rotateKeys()
    expect((await logIn(newClient(db), 'zhou')).status).toBe(303)
  })

  test('finds the provider by the work email, and reveals nothing else about companies', async () => {
    const client = newClient(db)
    expect(await (await client.get('/acct/login')).text()).toContain('href="/acct/sso"')
    expect((await client.get('/acct/sso')).status).toBe(200)
    const response = await client.post('/acct/sso', {
      email: 'anybody@EXAMPLE.com',
      returnUrl: '/mgmt/doc-lib',
    })
    expect(response.headers.get('location')).toBe(`${HERE}?returnUrl=%2Fmgmt%2Fdoc-lib`)
    const refusal = async (email: string) => {
      const answer = await newClient(db).post('/acct/sso', { email })
      const html = await answer.text()
      expect(answer.status).toBe(422)
      return /id="email-note"[^>]*>([^<]*)</.exec(html)![1]
    }
    const unknown = await refusal('anybody@nowhere.example')
    expect(unknown).toContain('There is no single sign-on for this address')
    await db.updateTable('sso.domain').set({ proved_at: null }).execute()
    expect(await refusal('anybody@example.com')).toBe(unknown)
    await db.updateTable('sso.domain').set({ proved_at: new Date() }).execute()
    await connect(db, cast.hannah.viewer, provider.issuer)
    expect(await refusal('anybody@example.com')).toBe(unknown)
    expect(await refusal('no address')).toBe('Format is incorrect')
  })

  test('redirects a person who is already logged in', async () => {
    for (const path of ['/acct/sso', HERE]) {
      expect((await cast.zhou.client.get(path)).headers.get('location')).toBe('/mgmt/home')
      const otherResponse = await cast.zhou.client.get(`${path}?returnUrl=//evil.example`)
      expect(otherResponse.headers.get('location')).toBe('/mgmt/home')
    }
  })
})

describe('with limits', () => {
  countRequests(() => db)

  test('a network may search for companies only a few times', async () => {
    const client = newClient(db, undefined, '198.51.100.7')
    for (let n = 0; n < 40; n++)
      expect((await client.post('/acct/sso', { email: `${n}@example.com` })).status).toBe(303)
    const statuses: number[] = []
    for (let n = 0; n < 32; n++)
      statuses.push((await client.post('/acct/sso', { email: `a@company-${n}.example` })).status)
    expect(statuses.filter((status) => status === 429).length).toBe(2)
  })

  test('one of three new people gets the last seat, the others read the reason; the administrator is notified once', async () => {
    const people = await db
      .selectFrom('accounts.account')
      .select('id')
      .where('team_id', '=', cast.lin.viewer.teamId)
      .execute()
    await seats(people.length + 1)
    const names = ['pia', 'quentin', 'rosa']
    const returns = await Promise.all(
      names.map(async (name) => {
        known(name)
        const client = newClient(db)
        return { client, path: pathOf(await logInAtProvider(await begin(client), name)) }
      }),
    )
    const answers = await Promise.all(returns.map(({ client, path }) => client.get(path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422])
    const refusedIndex = answers.findIndex(({ status }) => status === 422)
    const html = await problemOf(answers[refusedIndex]!, returns[refusedIndex]!.client)
    expect(html).toContain('All seats of your team are taken')
    const row = await db
      .selectFrom('accounts.account')
      .select('id')
      .where(
        'email',
        'in',
        names.map((name) => `${name}@example.com`),
      )
      .execute()
    expect(row).toHaveLength(1)
    const message = await db
      .selectFrom('messaging.message')
      .select('facts')
      .where('kind', '=', 'seatsUsed')
      .execute()
    expect(message).toHaveLength(1)
  })
})

describe('a person who is new at the provider', () => {
  test('becomes a member at the first login, without a password', async () => {
    known('mei', { name: '梅 Mei', email: 'mei.wang@example.com' })
    const client = newClient(db)
    expect((await logIn(client, 'mei')).status).toBe(303)
    const [account] = await accountOf('mei.wang@example.com')
    expect(account).toMatchObject({
      name: '梅 Mei',
      role: 'member',
      team_id: cast.lin.viewer.teamId,
      home_team_id: cast.lin.viewer.teamId,
      state: 'active',
    })
    expect(account!.username).toMatch(/^meiwang_[a-z2-7]{7}$/)
    const agreed = await db
      .selectFrom('accounts.agreement')
      .select('document')
      .where('account_id', '=', account!.id)
      .execute()
    expect(agreed.length).toBeGreaterThan(0)
    const message = await db
      .selectFrom('messaging.message')
      .selectAll()
      .where('kind', '=', 'memberJoined')
      .execute()
    expect(message.filter(({ facts }) => facts.who === '梅 Mei')).toHaveLength(1)
    expect((await logIn(newClient(db), 'mei')).status).toBe(303)
    expect(await accountOf('mei.wang@example.com')).toHaveLength(1)
    const wrongResponse = await newClient(db).post('/acct/login', {
      login: 'mei.wang@example.com',
      password: 'Guess2026',
      agreement: 'yes',
      way: 'password',
    })
    expect(wrongResponse.status).toBe(422)
  })

  test('needs an invitation if new members are not added', async () => {
    await db.updateTable('sso.connection').set({ adds_members: false }).execute()
    known('nina')
    const client = newClient(db)
    expect(await problemOf(await logIn(client, 'nina'), client)).toContain('no account with nina@example.com')
    expect(await accountOf('nina@example.com')).toEqual([])
  })

  test('uses the seat of their invitation', async () => {
    const invited = await cast.lin.client.post('/mgmt/acct-info/invitations', {
      email: 'olga@example.com',
    })
    expect(invited.status).toBeLessThan(400)
    const people = await db
      .selectFrom('accounts.account')
      .select('id')
      .where('team_id', '=', cast.lin.viewer.teamId)
      .execute()
    await seats(people.length + 1)
    known('olga')
    expect((await logIn(newClient(db), 'olga')).status).toBe(303)
    const { accepted_by } = await db.selectFrom('accounts.invitation').selectAll().executeTakeFirstOrThrow()
    expect(accepted_by).toBe((await accountOf('olga@example.com'))[0]!.id)
  })

  test('becomes one member even if they log in twice concurrently', async () => {
    known('sven')
    const returns = await Promise.all(
      [1, 2, 3].map(async () => {
        const client = newClient(db)
        return { client, path: pathOf(await logInAtProvider(await begin(client), 'sven')) }
      }),
    )
    const answers = await Promise.all(returns.map(({ client, path }) => client.get(path)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await accountOf('sven@example.com')).toHaveLength(1)
  })
})

describe('access to another person’s account is refused', () => {
  const expectRefusal = async (person: string, words: string) => {
    const client = newClient(db)
    expect(await problemOf(await logIn(client, person), client)).toContain(words)
  }

  test('by the address of an account in another team', async () => {
    known('attacker', { email: 'hannah@example.com' })
    await expectRefusal('attacker', 'There is an account with hannah@example.com outside of this team')
    expect(await identities()).toEqual([])
  })

  test('by an address in a domain that the team has not proved', async () => {
    known('attacker', { email: 'ceo@victim.example' })
    await expectRefusal('attacker', 'is not in a domain that your team has proved')
    await db.updateTable('sso.domain').set({ proved_at: null }).execute()
    known('zhou')
    await expectRefusal('zhou', 'is not in a domain that your team has proved')
    known('deeper', { email: 'zhou@evil.example.com' })
    await expectRefusal('deeper', 'is not in a domain')
  })

  test('by an address that the provider has not verified, or without an address', async () => {
    known('zhou', { email_verified: false })
    await expectRefusal('zhou', 'is not verified at the identity provider')
    known('zhou', { email_verified: 'false' })
    await expectRefusal('zhou', 'is not verified at the identity provider')
    known('zhou', { email: undefined })
    await expectRefusal('zhou', 'did not tell us your email')
    known('zhou', { email: 'no address' })
    await expectRefusal('zhou', 'did not tell us your email')
  })

  test('by the address of a member who is linked with another person at the provider', async () => {
    await link(db, cast.zhou.viewer, 'the-real-zhou')
    known('new-zhou', { email: 'zhou@example.com' })
    await expectRefusal('new-zhou', 'is linked with another person')
  })

  test('by the same id at the provider of another team', async () => {
    await link(db, cast.zhou.viewer, 'zhou')
    await connect(db, cast.hannah.viewer, provider.issuer)
    await setPlan(db, cast.hannah.viewer, 'enterprise')
    known('zhou')
    const client = newClient(db)
    const answer = await logIn(client, 'zhou', `/acct/sso/${cast.hannah.viewer.teamId}`)
    expect(await problemOf(answer, client)).toContain('outside of this team')
  })

  test('after the person was removed from the team', async () => {
    await link(db, { id: cast.hannah.viewer.id, teamId: cast.lin.viewer.teamId }, 'left')
    known('left')
    await expectRefusal('left', 'no longer in this team')
  })

  test.each(['disabled', 'frozen', 'exception'] as const)('into a %s account', async (state) => {
    await link(db, cast.zhou.viewer, 'zhou')
    known('zhou')
    await setState(db, 'zhou', state)
    const client = newClient(db)
    const answer = await logIn(client, 'zhou')
    expect(answer.status).toBe(403)
    expect(await problemOf(answer, client)).toMatch(/disabled|frozen|malfunctioned/)
    await setState(db, 'zhou', 'active')
  })

  test('if single sign-on is off, is unknown, or is not in the plan', async () => {
    known('zhou')
    const client = newClient(db)
    const href = await begin(client)
    const off = 'Single sign-on is not available at this address'
    await db.updateTable('sso.connection').set({ state: 'disabled' }).execute()
    const back = await client.get(pathOf(await logInAtProvider(href, 'zhou')))
    expect(await problemOf(back, client)).toContain(off)
    expect(await problemOf(await client.get(HERE), client)).toContain(off)
    expect(await problemOf(await client.post(HERE, { agreement: 'yes' }), client)).toContain(off)
    await db.updateTable('sso.connection').set({ state: 'enabled' }).execute()
    await setPlan(db, cast.lin.viewer, 'basic')
    expect(await problemOf(await client.get(HERE), client)).toContain(off)
    for (const team of ['019ab000-0000-7000-8000-000000000000', 'nonsense'])
      expect(await problemOf(await client.get(`/acct/sso/${team}`), client)).toContain(off)
  })
})

describe('an untrustworthy return is refused', () => {
  const OVER = 'This login is over'

  beforeEach(() => link(db, cast.zhou.viewer, 'zhou').then(() => known('zhou')))

  test('a second time, in another browser, too late, or without an attempt', async () => {
    const client = newClient(db)
    const path = pathOf(await logInAtProvider(await begin(client), 'zhou'))
    const otherClient = newClient(db)
    expect(await problemOf(await otherClient.get(path), otherClient)).toContain(OVER)
    expect((await client.get(path)).status).toBe(303)
    client.cookies.delete(SESSION_COOKIE)
    expect(await problemOf(await client.get(path), client)).toContain(OVER)
    const latePath = await logInAtProvider(await begin(client), 'zhou')
    setClock(() => new Date(Date.now() + 11 * MINUTE))
    expect(await problemOf(await client.get(pathOf(latePath)), client)).toContain(OVER)
    setClock(null)
    for (const query of ['', '?code=x', '?code=x&state=y', '?error=access_denied'])
      expect(await problemOf(await client.get(`${HERE}/return${query}`), client)).toContain(OVER)
  })

  test('at the URL of another team', async () => {
    await connect(db, cast.hannah.viewer, provider.issuer)
    const client = newClient(db)
    const path = pathOf(await logInAtProvider(await begin(client), 'zhou'))
    const foreignPath = path.replace(cast.lin.viewer.teamId, cast.hannah.viewer.teamId)
    expect(await problemOf(await client.get(foreignPath), client)).toContain(OVER)
  })

  test('after the person or the provider declined', async () => {
    const client = newClient(db)
    expect(await problemOf(await logIn(client, null), client)).toContain('cancelled')
    const state = new URL(await begin(client)).searchParams.get('state')
    const iss = encodeURIComponent(provider.issuer)
    const path = `${HERE}/return?error=consent_required%3Cb%3E&state=${state}&iss=${iss}`
    expect(await problemOf(await client.get(path), client)).toContain('refused the login: consent_requiredb')
  })

  test('with a code that the provider does not know', async () => {
    const client = newClient(db)
    const back = await logInAtProvider(await begin(client), 'zhou')
    back.searchParams.set('code', 'made-up')
    expect(await problemOf(await client.get(pathOf(back)), client)).toContain('no longer accepts this login')
  })

  test('with the issuer of another provider', async () => {
    const client = newClient(db)
    const back = await logInAtProvider(await begin(client), 'zhou')
    back.searchParams.set('iss', 'https://evil.example')
    expect(await problemOf(await client.get(pathOf(back)), client)).toContain('could not be confirmed')
  })

  const nowSeconds = () => Math.floor(Date.now() / 1000)
  const goodClaims = (nonce: string) => ({
    iss: provider.issuer,
    aud: CLIENT.clientId,
    sub: 'zhou',
    email: 'zhou@example.com',
    nonce,
    iat: nowSeconds(),
    exp: nowSeconds() + 60,
  })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

  test.each<[string, (nonce: string) => string, RegExp]>([
    ['another nonce', (nonce) => provider.sign({ ...goodClaims(nonce), nonce: 'other' }), /confirmed/],
    ['no nonce', (nonce) => provider.sign({ ...goodClaims(nonce), nonce: undefined }), /confirmed/],
    ['another audience', (nonce) => provider.sign({ ...goodClaims(nonce), aud: 'other' }), /confirmed/],
    [
      'another issuer',
      (nonce) => provider.sign({ ...goodClaims(nonce), iss: 'https://evil.example' }),
      /confirmed/,
    ],
    ['a signature by a stranger', (nonce) => provider.sign(goodClaims(nonce), stranger), /confirmed/],
    ['no signature', (nonce) => provider.sign(goodClaims(nonce), stranger, { alg: 'none' }), /confirmed/],
    [
      'a key that the provider does not publish',
      (nonce) => provider.sign(goodClaims(nonce), stranger, { kid: 'x' }),
      /confirmed/,
    ],
    ['a past expiry', (nonce) => provider.sign({ ...goodClaims(nonce), exp: nowSeconds() - 90 }), /expired/],
    ['no person', (nonce) => provider.sign({ ...goodClaims(nonce), sub: undefined }), /confirmed/],
    [
      'an id that is too long',
      (nonce) => provider.sign({ ...goodClaims(nonce), sub: 'x'.repeat(256) }),
      /confirmed/,
    ],
    ['no token', () => 'x', /confirmed|OpenID/],
  ])('an ID token with %s', async (_, token, words) => {
    const client = newClient(db)
    const href = await begin(client)
    const back = await logInAtProvider(href, 'zhou')
    provider.issueInstead(() => token(new URL(href).searchParams.get('nonce')!))
    expect(await problemOf(await client.get(pathOf(back)), client)).toMatch(words)
  })

  test('an ID token is valid if its clock differs by less than a minute', async () => {
    const client = newClient(db)
    const href = await begin(client)
    const back = await logInAtProvider(href, 'zhou')
    const nonce = new URL(href).searchParams.get('nonce')!
    provider.issueInstead(() =>
      provider.sign({ ...goodClaims(nonce), iat: nowSeconds() + 40, exp: nowSeconds() - 40 }),
    )
    expect((await client.get(pathOf(back))).status).toBe(303)
  })

  test.each<[string, (response: import('node:http').ServerResponse) => unknown, RegExp]>([
    [
      'a page instead of JSON',
      (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
      /not OpenID/,
    ],
    ['broken JSON', (r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{'), /not OpenID/],
    ['a server error', (r) => r.writeHead(500).end(), /not OpenID/],
    ['a redirect', (r) => r.writeHead(302, { location: 'https://evil.example' }).end(), /not OpenID/],
    [
      'a huge answer',
      (r) => r.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(600_000)}"`),
      /does not answer/,
    ],
    ['nothing', (r) => r.destroy(), /does not answer/],
    ['only the beginning', (r) => r.writeHead(200).write('{'), /does not answer/],
  ])('when the provider answers %s, at the beginning and at the end', async (_, answer, words) => {
    REQUEST_LIMITS.timeout = 500
    const client = newClient(db)
    const path = pathOf(await logInAtProvider(await begin(client), 'zhou'))
    provider.instead = (_request, response) => {
      answer(response)
      return true
    }
    expect(await problemOf(await client.post(HERE, { agreement: 'yes' }), client)).toMatch(words)
    expect(await problemOf(await client.get(path), client)).toMatch(words)
  })

  test('when the provider is down', async () => {
    await db.updateTable('sso.connection').set({ issuer: 'http://127.0.0.1:9' }).execute()
    const client = newClient(db)
    const answer = await client.post(HERE, { agreement: 'yes' })
    expect(await problemOf(answer, client)).toContain('does not answer')
  })

  test('if the connection changed in the meantime', async () => {
    const client = newClient(db)
    const path = pathOf(await logInAtProvider(await begin(client), 'zhou'))
    await db.updateTable('sso.connection').set({ client_id: 'another' }).execute()
    expect((await problemOf(await client.get(path), client)).length).toBeGreaterThan(5)
  })
})
