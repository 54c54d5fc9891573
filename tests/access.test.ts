import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Grant } from '#modules/accounts/permissions.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { createApp } from '#src/app/app.tsx'
import { newId } from '#src/core/ids.ts'
import { newToken } from '#src/core/secrets.ts'
import { type Cast, openCast, PASSWORD } from './cast/people.ts'
import { signingDocument } from './cast/signing.ts'
import { type Client, newClient } from './support/client.ts'
import { testDatabase } from './support/database.ts'
import { BODIES, fingerprint } from './support/routes.ts'
import { sampled } from './support/runs.ts'
import { ALL_SIGNED } from './support/signed.ts'

/** `program`: routes for API keys, which `modules/api/api.test.ts` tests. */
type Kind = 'public' | 'private' | 'document' | 'signer' | 'program'

/** The kind of each family of routes; a route that matches none of these patterns fails the test below. */
const KINDS: [RegExp, Kind][] = [
  [
    /^\/(healthz|readyz|outbox|outbox\.json|privacy-notice|authority\.(crt|crl)|authorities\/:id\{.*\}|dev\/(views|mail))?$/,
    'public',
  ],
  [
    /^\/(product|pricing|pay-finish|company|locations|developers|blogs|faq|feedback|verify|cookie-consent)$/,
    'public',
  ],
  [/^\/(sitemap\.xml|robots\.txt|\.well-known\/security\.txt|api\/public\/pages|live)$/, 'public'],
  [/^\/(payments\/(alipay|wechat|paypal)\/(callback|return)|paypal-(result|order-cancel))$/, 'public'],
  [/^\/verify\/:code\/pages\/:file\/:page$/, 'public'],
  [/^\/log\/(checkpoint|key|tile\/.+)$/, 'public'],
  [/^\/e-sign\/:service\/(callback|return)$/, 'public'],
  [/^\/(faq\/:id\/vote|support-access\/leaving)$/, 'public'],
  [/^\/announcements\/:id$/, 'public'],
  [/^\/brand\/(logos|colours)\/:file$/, 'public'],
  [/^\/online-service(\/(file|typing))?$/, 'public'],
  [/^\/online-service\/return\/:token$/, 'signer'],
  [/^\/mgmt\/online-service(\/(file|typing))?$/, 'private'],
  [/^\/mgmt\/(faq-list|client-feedback)(\/:id\/vote)?$/, 'private'],
  [/^\/(acct(\/(login|register|forgot-password|codes|captcha))?|logout)$/, 'public'],
  [/^\/acct\/(login-wechat(\/return)?|demo-wechat|second-factor|login-passkey)$/, 'public'],
  [/^\/acct\/sso(\/:team(\/return)?)?$/, 'public'],
  [/^\/review\/(login|logout|review-complete|review-invalid)$/, 'public'],
  [/^\/review\/(login\/:token|:id)(\/.*)?$/, 'signer'],
  [/^\/(sign\/:token|signing\/:id)(\/.*)?$/, 'signer'],
  [/^\/(mgmt\/(not-found|forbidden|error)|api\/logs\/users\/logs)$/, 'public'],
  [/^\/api\/customer\//, 'private'],
  [/^\/api\/v1\//, 'program'],
  [/^\/((staff-)?invitation\/:token(\/acceptance)?|template-letter\/:token)$/, 'signer'],
  [/^\/mgmt\/(tasks|messages|announcements|key-dates|filing)(\/.+)?$/, 'private'],
  [/^\/mgmt\/(imports|archives|batches|consultations)(\/.+)?$/, 'private'],
  [/^\/mgmt\/(confirm-order(\/:id)?|order-record(\/orders\.csv)?|orders\/:id(\/.+)?)$/, 'private'],
  [/^\/mgmt\/(my-templates|doc-lib)\/.+$/, 'private'],
  [/^\/mgmt\/:id\/.+$/, 'document'],
  [/^\/mgmt\/contacts(\/.+)?$/, 'private'],
  [/^\/mgmt\/(acct-info|invitations)\/.+$/, 'private'],
  [/^\/desk(\/.+)?$/, 'private'],
  [/^\/mgmt\/my-docs\/documents\.csv$/, 'private'],
  [/^\/mgmt(\/(home|my-docs|doc-lib|new-doc|acct-info|tour|without-permission))?$/, 'private'],
]

interface Route {
  method: string
  path: string
  kind: Kind | undefined
}

let cast: Cast
let routes: Route[]
let bodies: typeof BODIES
let draftId: string
let signing: Awaited<ReturnType<typeof signingDocument>>

beforeAll(async () => {
  const db = await testDatabase()
  cast = await openCast(db)
  const namedRoutes = createApp(db).routes.filter(
    (route) => route.method !== 'ALL' && !route.path.includes('*'),
  )
  const uniqueRoutes = new Map(namedRoutes.map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  // A signed request runs the same code once its signature is checked.
  const looked = sampled([...uniqueRoutes.values()], ALL_SIGNED ? 4 : 1)
  routes = looked.map((route) => ({
    ...route,
    kind: KINDS.find(([pattern]) => pattern.test(route.path))?.[1],
  }))
  const template = findTemplate('mutual-nda')
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  draftId = await createDocument(db, cast.lin.viewer, template, { version: template.version, languages })
  signing = await signingDocument(db, cast.lin.viewer)
  const { answers } = await findDocument(db, cast.lin.viewer, draftId)
  bodies = { ...BODIES, 'PUT /mgmt/:id/answers': { version: 1, answers } }
})

function request(client: Client, { method, path }: Route, parameter: string) {
  const url = path.replace(/:(id|token)/, parameter)
  const body = bodies[`${method} ${path}`]
  if (method === 'GET') return client.get(url)
  return method === 'PUT' ? client.put(url, body) : client.post(url, body as Record<string, string>)
}

test('every route has a known kind, and every unsafe one a valid body', () => {
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter((route) => !route.kind)).toEqual([])
  const bodiless = routes.filter(
    ({ method, path, kind }) =>
      method !== 'GET' && kind !== 'public' && kind !== 'program' && !bodies[`${method} ${path}`],
  )
  expect(bodiless).toEqual([])
})

test('anonymous requests get no further than the login', async () => {
  const closed = routes.filter((route) => route.kind === 'private' || route.kind === 'document')
  expect(closed.length).toBeGreaterThan(15)
  for (const route of closed) {
    const answer = await request(newClient(signing.db), route, draftId)
    if (route.method === 'PUT' || route.path.startsWith('/api/')) {
      expect([route, answer.status, (await answer.json()).errorCode]).toEqual([
        route,
        401,
        'F_GET_TOKEN_FAILED',
      ])
      continue
    }
    expect([route, answer.status, answer.headers.get('location')?.split('?')[0]]).toEqual([
      route,
      303,
      '/acct/login',
    ])
  }
})

describe('somebody else’s document', () => {
  test.each(['hannah', 'zhou', 'ruo'] as const)(
    'gives %s the same answer as a document that does not exist',
    async (name) => {
      const { client } = cast[name]
      const documents = routes.filter((route) => route.kind === 'document')
      expect(documents.length).toBeGreaterThan(15)
      for (const route of documents)
        for (const id of [draftId, signing.documentId]) {
          const unusedId = newId()
          const foreignAnswer = await fingerprint(await request(client, route, id), id)
          const unknown = await fingerprint(await request(client, route, unusedId), unusedId)
          expect([route, foreignAnswer.status]).toEqual([route, 404])
          expect(foreignAnswer).toEqual(unknown)
        }
    },
  )

  test('is unchanged by all these requests', async () => {
    const draft = await findDocument(signing.db, cast.lin.viewer, draftId)
    expect([draft.name, draft.status, draft.version]).toEqual(['保密协议（双向）', 'draft', 1])
    const sentDocument = await findDocument(signing.db, cast.lin.viewer, signing.documentId)
    expect(sentDocument.status).toBe('signing')
  })

  test('opens for its creator', async () => {
    expect((await cast.lin.client.get(`/mgmt/${draftId}/edit-doc`)).status).toBe(200)
    expect((await cast.lin.client.get(`/mgmt/${signing.documentId}/signing`)).status).toBe(200)
  })
})

describe('an account that may not log in', () => {
  afterEach(() => setState('active'))

  const setState = (state: 'active' | 'disabled' | 'frozen' | 'exception') =>
    signing.db.updateTable('accounts.account').set({ state }).where('username', '=', 'hannah').execute()

  test.each([
    ['disabled', 'ACCOUNT_DISABLE', 'The Account is disabled'],
    ['frozen', 'ACCOUNT_FREEZE_OR_DEACTIVATE', 'The Account is frozen'],
    ['exception', 'ACCOUNT_EXCEPTION', 'The Account is malfunctioned'],
  ] as const)('is refused by every private route as soon as it is %s', async (state, code, words) => {
    const client = newClient(signing.db)
    const credentials = { login: 'hannah', password: PASSWORD, agreement: 'yes' }
    expect((await client.post('/acct/login', credentials)).status).toBe(303)
    expect((await client.get('/mgmt/home')).status).toBe(200)
    await setState(state)
    for (const route of routes.filter(({ kind }) => kind === 'private' || kind === 'document')) {
      const answer = await request(client, route, draftId)
      expect([route, answer.status]).toEqual([route, 403])
      const text = await answer.text()
      expect([
        route,
        text.includes(answer.headers.get('content-type')?.includes('json') ? code : words),
      ]).toEqual([route, true])
    }
    expect((await client.post('/logout')).status).toBe(303)
    const login = await client.post('/acct/login', credentials)
    expect(await login.text()).toContain(words)
  })
})

describe('a sub-account', () => {
  test('sees its team’s documents only while it has the permission', async () => {
    const { client } = cast.zhou
    const see = async () => (await client.get(`/mgmt/${draftId}/view-doc`)).status
    const grant = (grants: Grant[]) =>
      signing.db.updateTable('accounts.account').set({ grants }).where('username', '=', 'zhou').execute()
    expect(await see()).toBe(404)
    await grant(['document.create', 'team.documents'])
    expect(await see()).toBe(200)
    await grant(['document.create'])
    expect(await see()).toBe(404)
  })
})

describe('a signer’s link', () => {
  test('is not found if it does not exist; without a session it leads to a new code', async () => {
    const people = [newClient(signing.db), ...Object.values(cast).map((person) => person.client)]
    const signer = routes.filter((route) => route.kind === 'signer')
    expect(signer.length).toBeGreaterThan(5)
    for (const client of people)
      for (const route of signer) {
        const [real, never] = route.path.includes(':token')
          ? [newToken(), newToken()]
          : [signing.signatoryId, newId()]
        const foreign = await fingerprint(await request(client, route, real), real)
        const leads = route.path.startsWith('/signing/:id')
        expect([route, foreign.status]).toEqual([route, leads ? expect.toBeOneOf([200, 303, 422]) : 404])
        expect(foreign).toEqual(await fingerprint(await request(client, route, never), never))
      }
  })

  test('works for the person who has it', async () => {
    expect((await newClient(signing.db).get(signing.link)).status).toBe(200)
  })
})
