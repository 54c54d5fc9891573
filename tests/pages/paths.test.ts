import { beforeAll, describe, expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#src/core/errors.ts'
import { LOCALES, translate } from '#src/core/i18n.ts'
import { ROUTE_NAMES } from '#src/http/route-names.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { newClient } from '#tests/support/client.ts'
import { siteRoutes } from '#tests/support/routes.ts'

const LOGIN = '/acct/login'

/** The response to a visitor: a status, or a redirect. */
type Outcome = number | string

/**
 * Every path in sections 2.1 to 2.4 of the specification: the path, the response to a visitor, the response
 * to Lin.
 */
const PATHS: [path: string, stranger: Outcome, lin: Outcome][] = [
  ['/acct', LOGIN, LOGIN],
  ['/acct/login', 200, '/mgmt/home'],
  ['/acct/register', 200, 200],
  ['/acct/forgot-password', 200, 200],
  ['/acct/login-wechat', 200, 200],
  ['/review/login', 200, 200],
  ['/review/:id/review-doc', 404, 404],
  ['/review/review-complete', 200, 200],
  ['/review/review-invalid', 410, 410],
  ['/mgmt', LOGIN, '/mgmt/home'],
  ['/mgmt/home', LOGIN, 200],
  ['/mgmt/my-docs', LOGIN, 200],
  ['/mgmt/:imported/my-docs-import-view', LOGIN, 200],
  ['/mgmt/:imported/my-docs-import-edit', LOGIN, 200],
  ['/mgmt/new-doc', LOGIN, 200],
  ['/mgmt/new-doc?tab=CONSULT_SELECT', LOGIN, 200],
  ['/mgmt/:finalised/sign-setting', LOGIN, 200],
  ['/mgmt/doc-lib', LOGIN, 200],
  ['/mgmt/acct-info', LOGIN, 200],
  ['/mgmt/:id/edit-doc', LOGIN, 200],
  ['/mgmt/:id/view-doc', LOGIN, 200],
  ['/mgmt/:reviewed/review-doc', LOGIN, 200],
  ['/mgmt/:reviewed/refund-doc', LOGIN, 200],
  ['/mgmt/contacts', LOGIN, 200],
  ['/mgmt/:contact/communicat-doc', LOGIN, 200],
  ['/mgmt/order-record', LOGIN, 200],
  ['/mgmt/messages', LOGIN, 200],
  ['/mgmt/tasks', LOGIN, 200],
  ['/mgmt/faq-list', LOGIN, 200],
  ['/mgmt/client-feedback', LOGIN, 200],
  ['/mgmt/online-service', LOGIN, 200],
  ['/mgmt/forbidden', 403, '/mgmt/home'],
  ['/mgmt/without-permission', LOGIN, 403],
  ['/mgmt/error', 200, 200],
  ['/mgmt/not-found', 404, 404],
  ['/', '/product', '/product'],
  ['/product', 200, 200],
  ['/pricing', 200, 200],
  ['/company', 200, 200],
  ['/locations', 200, 200],
  ['/privacy-notice?type=SERVICE_AGREEMENT', 200, 200],
  ['/privacy-notice?type=ACCOUNT_AGREEMENT', 200, 200],
  ['/privacy-notice?type=PRIVACY_STATEMENT', 200, 200],
  ['/pay-finish', 200, '/mgmt/order-record'],
  ['/paypal-result', '/pay-finish', '/pay-finish'],
  ['/paypal-order-cancel', '/pay-finish', '/pay-finish'],
]

let world: World

beforeAll(async () => {
  world = await copyOfWorld()
})

const addressOf = (path: string) =>
  path
    .replace(':id', world.draft.id)
    .replace(':imported', world.importedId)
    .replace(':finalised', world.finalisedId)
    .replace(':contact', world.contactId)
    .replace(':reviewed', world.review.documentId)

/** The text of the page, without tags and attributes. */
const textOf = (html: string) =>
  html.slice(html.indexOf('<main')).replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ')

const meets = (response: Response): Outcome =>
  response.headers.get('location')?.split('?')[0] ?? response.status

test.each(PATHS)('%s responds as specified', async (path, stranger, lin) => {
  const address = addressOf(path)
  expect(meets(await newClient(world.db).get(address))).toBe(stranger)
  expect(meets(await world.cast.lin.client.get(address))).toBe(lin)
})

test.each(PATHS)('%s in the wrong case is not found', async (path) => {
  const address =
    path === '/' ? '/PRODUCT' : addressOf(path).replace(/[a-z-]+(?=\?|$)/, (word) => word.toUpperCase())
  expect((await world.cast.lin.client.get(address)).status).toBe(404)
})

test('an unknown path sends a browser to not-found, which answers 404', async () => {
  const client = newClient(world.db)
  const answer = await client.get('/no/such/page', { accept: 'text/html,*/*' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mgmt/not-found'])
  expect((await client.get('/mgmt/not-found')).status).toBe(404)
  expect((await client.get('/no/such/page', { accept: 'application/json' })).status).toBe(404)
})

test('a visitor at an unknown path of the customer area gets not-found, not the login', async () => {
  for (const path of ['/mgmt/no-such-page', '/mgmt/no/such/page', '/mgmt/HOME']) {
    const answer = await newClient(world.db).get(path, { accept: 'text/html,*/*' })
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, '/mgmt/not-found'])
  }
})

test.each(Object.keys(ERROR_STATUS) as ErrorCode[])(
  'the error page has a complete text for %s',
  async (code) => {
    for (const locale of LOCALES) {
      const html = await (await newClient(world.db).get(`/mgmt/error?code=${code}&locale=${locale}`)).text()
      const unknown = translate(locale)('common.error.OTHER')
      const text = textOf(html)
      expect([locale, text.includes(unknown), /\{\w+[,}]/.test(text)]).toEqual([
        locale,
        code === 'OTHER',
        false,
      ])
    }
  },
)

test('after the login a visitor gets to the requested page', async () => {
  const answer = await newClient(world.db).get('/mgmt/my-docs?keyword=nda&status=draft')
  const returnUrl = new URLSearchParams(answer.headers.get('location')?.split('?')[1]).get('returnUrl')
  expect(returnUrl).toBe('/mgmt/my-docs?keyword=nda&status=draft')
})

test('every route name that the specification gives without a path belongs to a route, except Empty', () => {
  const specifiedNames = `Root Auth Review Client ForgotPassword LoginReviewer HomeQuery LatelyQuery MyCreateDocument
    MyImportDocument MyTemplate TemplateSelect ImportDocument ConsultSelect NewDoc InviteReviewDoc
    ReviewComplete ReviewInvalid Service SignSetting MessageList TaskList FaqList Feedback OnlineService`
  const paths = new Set(siteRoutes(world.db).map(({ path }) => path))
  const namedRoutes = new Set(ROUTE_NAMES.filter(({ path }) => paths.has(path)).map(({ name }) => name))
  expect(specifiedNames.split(/\s+/).filter((name) => !namedRoutes.has(name))).toEqual([])
})

describe('the flags of a route', () => {
  const namedRoutes = ROUTE_NAMES.filter(({ path }) => path.startsWith('/mgmt/'))

  test.each(namedRoutes)(
    '$name',
    async ({ name, path, query, closeSider, closeFooter, whiteBg, activeCodes, keepAlive }) => {
      const reviewed = world.review.documentId
      const ids: Record<string, string> = {
        SignSetting: world.finalisedId,
        CommunicatDoc: world.contactId,
        ReviewDoc: reviewed,
        RefundDoc: reviewed,
        ImportView: world.importedId,
        ImportEdit: world.importedId,
        Consultation: world.consultationId,
      }
      const id = ids[name] ?? world.draft.id
      const answer = await world.cast.lin.client.get(
        path.replace(':id', id) + (query ? `?${query.includes('=') ? query : `${query}=yes`}` : ''),
      )
      if (answer.status === 303) return expect(name).toBe('Forbidden')
      const html = await answer.text()
      const body = /<body[^>]*>/.exec(html)?.[0] ?? ''
      expect(body).toContain(`data-route="${name}"`)
      expect(body.includes('bg-base-100')).toBe(whiteBg === true)
      expect(html.includes('aria-label="Main menu"')).toBe(!closeSider)
      expect(html.includes('<footer')).toBe(!closeFooter)
      expect([html.includes('data-narrow-notice'), html.includes('data-copy-link')]).toEqual([true, true])
      const lit = /<a href="\/mgmt\/([a-z-]+)"[^>]*aria-current="page"/.exec(html)?.[1]
      const entry = ROUTE_NAMES.find((route) =>
        route.activeCodes?.some((code) => activeCodes?.includes(code)),
      )
      if (entry) expect(lit).toBe(entry.path.slice('/mgmt/'.length))
      expect(answer.headers.get('cache-control')).toBe(keepAlive ? 'private, no-cache' : 'no-store')
    },
  )
})

test.each([
  ['ACCESS_DENIED', 'No permission temporarily'],
  ['INVALID_FIELD', 'Format is incorrect'],
  ['REQUEST_TIMEOUT', 'Request timed out, please refresh and try again.'],
  ['NO_EXISTS', 'Data does not exist'],
  ['TOO_MANY_REQUESTS', 'Too many attempts. Please wait a while and try again.'],
  ['REQUIRED_FIELDS_MISSING', 'Fill in the required fields (marked *) first.'],
  ['<script>alert(1)</script>', 'Sorry, the program encountered an unknown error.'],
  ['constructor', 'Sorry, the program encountered an unknown error.'],
])('the error page explains the code %s', async (code, words) => {
  const answer = await newClient(world.db).get(`/mgmt/error?code=${encodeURIComponent(code)}`)
  const html = await answer.text()
  expect(html).toContain(words)
  expect(html).not.toContain('<script>alert')
})
