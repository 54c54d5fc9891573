import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#src/app/app.tsx'
import type { Db } from '#src/db/db.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { checksum } from '#tests/support/checksum.ts'
import { addressOf, bodyFor, clientFor, encoded, type Route, siteRoutes } from '#tests/support/routes.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'
import { asSent } from '#tests/support/signed.ts'

let db: Db
let world: World
let app: ReturnType<typeof createApp>
let unsafe: Route[]

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  app = createApp(db)
  unsafe = siteRoutes(db).filter((route) => route.method !== 'GET' && !FREE.test(route.path))
})

/**
 * Routes for programs without an origin: mail programs, where the token can only unsubscribe, and gateways,
 * whose callbacks are signed.
 */
const FREE = /^\/(template-letter\/:token|(payments|e-sign)\/:?[a-z]+\/callback)$/

const OWN_ORIGIN = 'http://localhost:3000'

/** The Origin headers of a misled browser; null means no header. */
const ORIGINS: (string | null)[] = [
  null,
  '',
  'null',
  'https://evil.example',
  'http://evil.localhost:3000',
  'http://localhost:3001',
  'https://localhost:3000',
  'http://localhost:3000.evil.example',
  'http://localhost:3000@evil.example',
  'http://localhost:3000, https://evil.example',
  'HTTP://LOCALHOST:3000/',
]

const TYPES = [
  'text/plain',
  null,
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json',
]

/**
 * Daily every route gets one in eleven of these pairs, with every content type among them; all pairs if the
 * file is named with LONG=1.
 */
const PAIRS = ORIGINS.flatMap((origin) => TYPES.map((type) => [origin, type] as const))

/** The Fetch metadata that a browser sends with Origin: null; only same-origin passes. */
const SITES = ['cross-site', 'same-site', 'none', 'same-origin, cross-site', 'SAME-ORIGIN']

/**
 * Sends a request as the victim's browser would, with the victim's cookies. Headers are sent only if they
 * are passed.
 */
async function send(
  route: Route,
  { origin, type, site }: { origin: string | null; type: string | null; site?: string },
  method = route.method,
) {
  const { cookies } = clientFor(route, world)
  const headers = new Headers({
    accept: 'application/json',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  if (origin !== null) headers.set('origin', origin)
  if (type !== null) headers.set('content-type', type)
  if (site !== undefined) headers.set('sec-fetch-site', site)
  const { text } = encoded(route, await bodyFor(route, world))
  const body = method === 'GET' || method === 'HEAD' ? undefined : new TextEncoder().encode(text)
  return app.request(OWN_ORIGIN + asSent(addressOf(route, world), { headers, body }), {
    method,
    headers,
    body,
  })
}

// The tests depend on each other, in order.
describe('requests from other sites, and from our own pages', { shuffle: false }, () => {
  test('every unsafe route rejects every foreign origin, whatever the content type, and changes nothing', async () => {
    expect(unsafe.length).toBeGreaterThan(12)
    const before = await checksum(db)
    for (const [index, route] of unsafe.entries())
      for (const [origin, type] of PAIRS.filter(
        (_, n) => ALL_LARGE || n % ORIGINS.length === index % ORIGINS.length,
      )) {
        const { status } = await send(route, { origin, type })
        expect([route, origin, type, status]).toEqual([route, origin, type, 403])
      }
    expect(await checksum(db)).toBe(before)
  })

  test('an Origin of null passes only if the browser states that the page is ours', async () => {
    const before = await checksum(db)
    for (const route of unsafe) {
      const { type } = encoded(route, { a: 'b' })
      for (const site of SITES)
        expect([route, site, (await send(route, { origin: 'null', type, site })).status]).toEqual([
          route,
          site,
          403,
        ])
    }
    expect(await checksum(db)).toBe(before)
    const captcha = unsafe.find((route) => route.path === '/acct/captcha')!
    const { status } = await send(captcha, {
      origin: 'null',
      type: encoded(captcha, {}).type,
      site: 'same-origin',
    })
    expect(status).toBe(200)
  })

  test('a content type of plain HTML forms is not accepted instead of the route’s own, even from our page', async () => {
    const before = await checksum(db)
    const reading = unsafe.filter((route) => route.path !== '/logout')
    for (const route of reading) {
      const right = encoded(route, { a: 'b' }).type
      for (const type of TYPES.filter((one) => one !== right)) {
        const { status } = await send(route, { origin: OWN_ORIGIN, type })
        expect([route, type, status]).toEqual([route, type, 415])
      }
    }
    expect(await checksum(db)).toBe(before)
  })

  test('no GET or HEAD of any route changes a row, nor does a method override in a header or the query', async () => {
    const routes = siteRoutes(db)
    await app.request(`${OWN_ORIGIN}/authority.crt`)
    const before = await checksum(db, ['platform.nonce'])
    for (const route of routes)
      for (const [method, query] of [
        ['GET', '?_method=POST&method=DELETE'],
        ['HEAD', ''],
      ] as const)
        await clientFor(route, world).send(method, addressOf(route, world) + query, {
          headers: { 'x-http-method-override': 'POST', 'x-method-override': 'PUT' },
        })
    expect(await checksum(db, ['platform.nonce'])).toBe(before)
  })

  test('the same requests from our own page pass, so the rejections above are meaningful', async () => {
    const sessions = ['/acct/login', '/logout']
    // Its plan does not include these routes, which are refused with the same status.
    const planned =
      /^\/mgmt\/acct-info\/(brand|api-keys\/new|webhooks\/.*(new|change|test|enabling|repetition)|single-sign-on\/.*(provider|domains|proof|test|enabling))$/
    const own = unsafe.filter(({ path }) => !sessions.includes(path) && !planned.test(path))
    for (const route of own) {
      const { status } = await send(route, { origin: OWN_ORIGIN, type: encoded(route, {}).type })
      expect([route, status]).not.toEqual([route, 403])
      expect([route, status]).not.toEqual([route, 415])
    }
    for (const route of unsafe.filter(({ path }) => sessions.includes(path))) {
      const { status } = await send(route, { origin: OWN_ORIGIN, type: encoded(route, {}).type })
      expect([route, status]).toEqual([route, 200])
    }
    expect((await world.cast.lin.client.get('/mgmt/home')).status).toBe(303)
  })
})
