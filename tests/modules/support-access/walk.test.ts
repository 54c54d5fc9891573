import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VISIBLE_ROUTES } from '#modules/support-access/shown.ts'
import type { Db } from '#src/db/db.ts'
import { enterPagesOf } from '#tests/cast/support-access.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { checksum } from '#tests/support/checksum.ts'
import { addressOf, bodyFor, encoded, type Route, siteRoutes } from '#tests/support/routes.ts'
import { signed } from '#tests/support/signed.ts'

/**
 * The reason why staff may not open a customer's page, for every route that `VISIBLE_ROUTES` does not list.
 */
const REFUSED_PAGES: Record<string, RegExp[]> = {
  'a file to keep': [
    /^\/mgmt\/:id\/((action-log|certificate|comparison|draft|final|imported|original|signed)\.\w+|evidence\.zip)$/,
    /^\/mgmt\/(archives\/:id\/file|consultations\/:id\/file|contacts\/contacts\.csv|my-docs\/documents\.csv|order-record\/orders\.csv|online-service\/file)$/,
    /^\/mgmt\/orders\/:id\/(invoice\.(ofd|pdf|xml)|receipt\.pdf|slip|refunds\/:refund\/credit-note\.pdf|red-letters\/:redLetter\/file\.(ofd|pdf|xml))$/,
    /^\/mgmt\/key-dates\/(key-dates|:id\/date)\.ics$/,
    /^\/mgmt\/(acct-info\/(export(\/:id\/file)?|translation-memory\.tmx)|:id\/print-doc)$/,
  ],
  'security, codes, links and proofs of identity': [
    /^\/mgmt\/acct-info\/(security(-events|\/(authenticator|factor|passkey|recovery-codes))?|password|email|mobile)$/,
    /^\/mgmt\/acct-info\/(social\/unbinding|deletion|support-access(\/(consent|ending|refusal))?)$/,
    /^\/mgmt\/acct-info\/(authorisation(\/(choice|individual|institution))?|services(\/:service\/authorisations\/:id)?)$/,
    /^\/mgmt\/acct-info\/seals(\/(drawn|uploaded|preview\.svg|:id(\/(picture|retirement))?))?$/,
    /^\/mgmt\/(invitations\/:id|tasks\/:id\/start|:id\/services|:id\/sealing)$/,
  ],
  'a form, or an action': [
    /^\/mgmt\/:id\/(adoption|copy|deletion|finalisation|invite-review|one-language|reopening|review-withdrawal)$/,
    /^\/mgmt\/:id\/(revision|save-as-template|sign-setting|signing-deadline|translation(\/(cancellation|undoing))?|second-reading(\/cancellation)?)$/,
    /^\/mgmt\/:id\/(reviewers(\/(new|:reviewer(\/(email|reminder|removal))?))?|questions\/:question)$/,
    /^\/mgmt\/:id\/(signatories\/:signatory\/(address|real-name-waiver)|versions\/:number\/restoration)$/,
    /^\/mgmt\/:id\/(review\/(approval|rejection)|comments\/:comment\/(decision|removal))$/,
    /^\/mgmt\/:id\/(round-(end|continuation)|(review\/)?comments\/:comment\/(sharing|internal))$/,
    /^\/mgmt\/acct-info\/(agreements|api-keys(\/(new|:id\/revocation))?|webhooks(\/(new|:id(\/(change|rotation|disabling|removal|repetition))?|deliveries\/:id))?|single-sign-on(\/.+)?|brand(\/removal)?|company|profile|invoice-title(\/removal)?|notices\/templates|translation-memory)$/,
    /^\/mgmt\/(announcements\/:id\/dismissal|client-feedback|confirm-order(\/:id)?|imports\/uploads\/:id)$/,
    /^\/mgmt\/consultations\/:id\/(acceptance|closing|import|refusal|reply|withdrawal)$/,
    /^\/mgmt\/contacts\/(:id\/(deletion|position|restoration)|colleagues|duplicates|import(\/:id(\/(preview|removal))?)?|merge|new|suggestions)$/,
    /^\/mgmt\/my-templates\/:id\/(deletion|name|restoration|use)$/,
    /^\/mgmt\/orders\/:id\/(closure|invoice(-change|-withdrawal)?|payment|sandbox)$/,
    /^\/mgmt\/:id\/(checklist(\/(points|summary|removal))?|clause-bank|key-dates(\/paper)?)$/,
    /^\/mgmt\/(:id\/filing|filing(\/(chosen|archive|unarchive|(labels|views)(\/(new|:id(\/removal)?))?))?)$/,
    /^\/mgmt\/batches(\/(new|:id(\/(.+))?))?$/,
    /^\/mgmt\/key-dates(\/:id(\/(tick|opening|removal))?)?$/,
    /^\/mgmt\/(new-doc|faq-list\/:id\/vote|acct-info\/renewal\/(end|:id\/sandbox))$/,
  ],
  'what counts as read, or as present, once it is opened': [
    /^\/mgmt\/(messages\/(:id\/)?reading|online-service)$/,
    /^\/mgmt\/:id\/(review-doc|refund-doc|comments|review\/(comments|news)|earlier-signatures)$/,
  ],
  'an editor': [/^\/mgmt\/:id\/(edit-doc|my-docs-import-edit|signing-preview(\/pages\/:file\/:page)?)$/],
  'pages of signers, reviewers and people with a link': [
    /^\/(sign|signing|review|invitation|staff-invitation|template-letter|online-service|verify)(\/.*)?$/,
  ],
  'pages that belong to no account': [
    /^\/(acct|api|e-sign|payments|authorit(y|ies)|log|dev|outbox|\.well-known)([/.].*)?$/,
    /^\/(outbox\.json|sitemap\.xml|robots\.txt|announcements\/:id|blogs|brand\/(logos|colours)\/:file|company|faq|feedback|locations)?$/,
    /^\/(developers|pay-finish|paypal-order-cancel|paypal-result|pricing|privacy-notice|product|faq\/:id\/vote)$/,
  ],
}

/** Routes that are answered for the member of staff, not for the customer. */
const OF_STAFF = /^\/(desk(\/.*)?|live|logout|support-access\/leaving)$/
/** Routes answered before authentication. */
const BEFORE_AUTHENTICATION = /^\/(healthz|readyz)$/

/** Links with a secret token, with which staff could act as another person. */
const SECRET =
  /\/(sign|invitation|staff-invitation|template-letter|review\/login|online-service\/return)\/[a-z2-7]{20}/

let db: Db
let world: World
let routes: Route[]
/** The path of a page picture of the PDF that Lin imported. */
let picture: string

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  const namedRoutes = siteRoutes(db).filter(({ path }) => !path.includes('{'))
  routes = namedRoutes.filter(({ path }) => !BEFORE_AUTHENTICATION.test(path))
  const view = await (await world.cast.lin.client.get(`/mgmt/${world.importedId}/my-docs-import-view`)).text()
  picture = /\/mgmt\/[\w-]{36}\/pages\/\w+\/1/.exec(view)![0]
  await enterPagesOf(db, world.cast.ruo.client, world.cast.lin)
})

const LOG = ['accounts.desk_action']

/** A checksum of all tables but the staff log, and the numbers of jobs and security events. */
async function everything() {
  const { rows } = await sql<{ counts: string }>`select (select count(*) from pgboss.job) || ' jobs, '
    || (select count(*) from platform.security_event) || ' events' as counts`.execute(db)
  return `${await checksum(db, LOG)}\n${rows[0]!.counts}`
}

const logRows = async () =>
  (await db.selectFrom('accounts.desk_action').select(['action', 'subject']).orderBy('id').execute()).filter(
    ({ action }) => action === 'see-page',
  )

const gets = () => routes.filter(({ method }) => method === 'GET')
const decisionsFor = (path: string) => [
  ...(VISIBLE_ROUTES.has(path) ? ['shown'] : []),
  ...(OF_STAFF.test(path) ? ['of staff'] : []),
  ...Object.entries(REFUSED_PAGES).flatMap(([why, patterns]) =>
    patterns.some((one) => one.test(path)) ? [why] : [],
  ),
]

test('each page is either visible or refused by one entry, and each entry belongs to a page', () => {
  expect(gets().length).toBeGreaterThan(150)
  const undecided = gets().filter(({ path }) => decisionsFor(path).length !== 1)
  expect(undecided.map(({ path }) => [path, decisionsFor(path)])).toEqual([])
  const paths = gets().map(({ path }) => path)
  expect([...VISIBLE_ROUTES.keys()].filter((path) => !paths.includes(path))).toEqual([])
  const idle = Object.values(REFUSED_PAGES).flatMap((all) =>
    all.filter((one) => !paths.some((path) => one.test(path))),
  )
  expect(idle).toEqual([])
})

/** The address of a page; for some pages it leads to a record of another person, since Lin has none. */
const addressFor = (route: Route) => {
  const ownFields: Record<string, string> = {
    '/mgmt/:id/pages/:file/:page': picture,
    '/mgmt/contacts/:id': `/mgmt/contacts/${world.contactId}`,
    '/mgmt/acct-info/members/:id': `/mgmt/acct-info/members/${world.cast.zhou.viewer.id}`,
  }
  return ownFields[route.path] ?? addressOf(route, world)
}

test('visible pages are read-only, contain no secret, are logged once, and change nothing', async () => {
  const { client } = world.cast.ruo
  for (const [path, kind] of VISIBLE_ROUTES) {
    const address = addressFor({ method: 'GET', path })
    const previousState = await everything()
    const logged = (await logRows()).length
    const ownResponse = await world.cast.lin.client.get(address)
    expect(await everything(), `${address}, by Lin herself`).toBe(previousState)
    const staffResponse = await client.get(address)
    const html = staffResponse.headers.get('content-type')?.includes('html') ? await staffResponse.text() : ''
    expect([address, staffResponse.status]).toEqual([address, ownResponse.status])
    expect([address, staffResponse.status === 303]).toEqual([address, /^\/mgmt(\/forbidden)?$/.test(path)])
    expect(await everything(), address).toBe(previousState)
    expect(staffResponse.headers.get('cache-control'), address).toBe('no-store')
    expect([address, (await logRows()).length - logged]).toEqual([
      address,
      kind === 'page' && staffResponse.ok ? 1 : expect.toBeOneOf([0, 1]),
    ])
    if (!html) continue
    expect([address, html.includes('You are viewing the pages of lin')]).toEqual([address, true])
    expect([address, SECRET.exec(html)?.[0]]).toEqual([address, undefined])
    const usable = [...html.matchAll(/<form (?![^>]*(?:inert|data-leaves))[^>]*method="post"/g)]
    expect([address, usable.map(([form]) => form)]).toEqual([address, []])
    expect([address, /src="[^"]*islands\//.exec(html)?.[0]]).toEqual([address, undefined])
  }
})

test('other pages are rejected with a message, and change nothing', async () => {
  const { client } = world.cast.ruo
  const previousState = await everything()
  const logged = await logRows()
  for (const route of gets().filter(({ path }) => !VISIBLE_ROUTES.has(path) && !OF_STAFF.test(path))) {
    const address = addressFor(route)
    const refusal = await client.get(address)
    const words = await refusal.text()
    const saysSo = words.includes('cannot see this page of a customer')
    expect([address, refusal.status, saysSo]).toEqual([address, 403, true])
  }
  expect(await everything()).toBe(previousState)
  expect(await logRows()).toEqual(logged)
})

test('no request that could change data is accepted', async () => {
  const { client } = world.cast.ruo
  const bodies: [Route, string, Record<string, string>][] = []
  for (const route of routes.filter(({ method, path }) => method !== 'GET' && !OF_STAFF.test(path))) {
    if (route.path === '/logout') continue
    const { text, type } = encoded(route, await bodyFor(route, world))
    bodies.push([route, text, { 'content-type': type }])
  }
  expect(bodies.length).toBeGreaterThan(150)
  const previousState = await everything()
  for (const [{ method, path }, body, headers] of bodies) {
    const refusal = await client.send(method, addressOf({ method, path }, world), { body, headers })
    const words = await refusal.text()
    const saysSo = words.includes('read-only, so nothing was changed')
    expect([method, path, refusal.status, saysSo]).toEqual([method, path, 403, true])
  }
  expect(await everything()).toBe(previousState)
})

afterAll(async () => {
  expect((await logRows()).length).toBeGreaterThan(20)
})

test('the filters of a visible list work with the signature of the page’s script, each signature once', async () => {
  const path = signed('/mgmt/my-docs', { api: 'pages', query: { keyword: 'nda' } })
  const fragment = { 'hx-request': 'true' }
  expect((await world.cast.ruo.client.get(path, fragment)).status).toBe(200)
  expect((await world.cast.ruo.client.get(path, fragment)).status).toBe(422)
})
