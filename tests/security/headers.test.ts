// Over https: cookies have different names there.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { newClient } from '#tests/support/client.ts'
import { failingDatabase } from '#tests/support/failing-database.ts'
import { filesBelow } from '#tests/support/files.ts'
import { addressOf, bodyFor, clientFor, encoded, type Route, siteRoutes } from '#tests/support/routes.ts'

interface Answer {
  what: string
  response: Response
  html: string
}

let db: Db
let world: World
let answers: Answer[]

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  answers = await everyAnswer()
})

async function keep(what: string, response: Response): Promise<Answer> {
  const html = response.headers.get('content-type')?.startsWith('text/html') ? await response.text() : ''
  return { what, response, html }
}

async function ask(route: Route, client: ReturnType<typeof newClient>, id?: string) {
  const address = id ? route.path.replace(/:(id|token)/, id) : addressOf(route, world)
  if (route.method === 'GET') return client.get(address)
  const { type, text } = encoded(route, await bodyFor(route, world))
  return client.send(route.method, address, { body: text, headers: { 'content-type': type } })
}

/**
 * The responses of every route to an anonymous client, to its user, with a failing database, and with an
 * unknown id.
 */
async function everyAnswer(): Promise<Answer[]> {
  const answers: Answer[] = []
  const broken = newClient(failingDatabase(db))
  const safeFirst = siteRoutes(db).sort((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'))
  for (const route of safeFirst) {
    const name = `${route.method} ${route.path}`
    const own = clientFor(route, world)
    broken.cookies.clear()
    for (const [cookie, value] of own.cookies) broken.cookies.set(cookie, value)
    answers.push(await keep(`${name} as a stranger`, await ask(route, newClient(db))))
    answers.push(await keep(`${name} on a broken database`, await ask(route, broken)))
    if (route.path.includes(':'))
      answers.push(await keep(`${name} that never was`, await ask(route, own, 'none')))
    if (route.path !== '/logout') answers.push(await keep(`${name} by its own`, await ask(route, own)))
  }
  const client = newClient(db)
  for (const path of [
    '/?locale=zh_TW',
    '/nothing',
    '/mgmt',
    '/assets/none.js',
    '/acct/login?returnUrl=//evil.example',
  ])
    answers.push(await keep(path, await client.get(path)))
  for (const file of filesBelow('dist/client').filter((one) => !/\/\.|\.(gz|br)$/.test(one)))
    answers.push(await keep('a static file', await client.get(file.replace('dist/client', ''))))
  answers.push(
    await keep('a foreign origin', await client.post('/logout', {}, { origin: 'https://evil.example' })),
  )
  return answers
}

const header = ({ response }: Answer, name: string) => response.headers.get(name)

test('the responses are of every kind, so that the following checks are meaningful', () => {
  expect(answers.length).toBeGreaterThan(120)
  const statuses = new Set(answers.map(({ response }) => response.status))
  for (const status of [200, 303, 403, 404, 409, 422, 500]) expect(statuses).toContain(status)
  expect(answers.filter(({ what }) => what === 'a static file').every(({ response }) => response.ok)).toBe(
    true,
  )
  const types = new Set(answers.map((one) => header(one, 'content-type')?.split(';')[0]))
  for (const type of ['text/html', 'application/pdf', 'application/json', 'text/css', 'text/javascript'])
    expect(types).toContain(type)
})

test('every response sends nosniff, a same-origin opener policy, no framing, and HSTS for two years', () => {
  for (const one of answers) {
    const headers = {
      what: one.what,
      sniff: header(one, 'x-content-type-options'),
      frames: header(one, 'x-frame-options'),
      opener: header(one, 'cross-origin-opener-policy'),
      resource: header(one, 'cross-origin-resource-policy'),
      transport: header(one, 'strict-transport-security'),
    }
    expect(headers).toEqual({
      what: one.what,
      sniff: 'nosniff',
      frames: 'DENY',
      opener: 'same-origin',
      resource: 'same-origin',
      transport: 'max-age=63072000; includeSubDomains',
    })
    expect([one.what, header(one, 'referrer-policy')]).not.toEqual([one.what, null])
    expect([one.what, header(one, 'server'), header(one, 'x-powered-by')]).toEqual([one.what, null, null])
  }
})

test('every cookie is bound to this host; session cookies are hidden from scripts', () => {
  const lines = answers.flatMap(({ response }) => response.headers.getSetCookie())
  const names = new Set(lines.map((line) => line.split('=')[0]!))
  const expected = [
    '__Host-device',
    '__Host-session',
    '__Host-visitor',
    'cookie-consent',
    'desk-keys',
    'locale',
  ]
  expect([...names].sort()).toEqual(expected)
  expect(lines.length).toBeGreaterThan(50)
  for (const line of lines) {
    const attributes = line.split('; ').slice(1)
    expect([line, attributes]).toEqual([line, expect.arrayContaining(['Path=/', 'SameSite=Lax', 'Secure'])])
    expect(line).not.toMatch(/domain=/i)
    // Scripts read both cookies.
    if (!/^(locale|desk-keys)=/.test(line))
      expect([line, attributes]).toEqual([line, expect.arrayContaining(['HttpOnly'])])
  }
})

describe('the content security policy', () => {
  const STRICT = [`object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`, `form-action 'self'`]

  /** Responses that are the same for every visitor, and therefore have no nonce. */
  const OPEN =
    /^GET \/(product|pricing|company|locations|developers|privacy-notice|faq|verify|acct\/login|mgmt\/(home|my-docs|doc-lib|contacts|faq-list)|signing\/:id) /
  const isOpen = (one: Answer) => !header(one, 'content-security-policy')?.includes(`'nonce-`)
  const isPage = ({ html }: Answer) => html.startsWith('<!doctype html>')

  test('of a page rendered once allows this site’s files and nothing inline', () => {
    const pages = answers.filter((one) => isPage(one) && isOpen(one))
    expect(pages.length).toBeGreaterThan(5)
    for (const { html, ...page } of pages) {
      expect([page.what, page.response.status]).toEqual([expect.stringMatching(OPEN), 200])
      const policy = header(page as Answer, 'content-security-policy')!.split('; ')
      expect(policy).toEqual(expect.arrayContaining([`default-src 'none'`, `script-src 'self'`, ...STRICT]))
      for (const tag of html.match(/<script\b[^>]*>/g)!)
        expect(tag).toMatch(/ src="\/assets\/|type="application\/(ld\+)?json"/)
      expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=|nonce=/)
    }
  })

  test('of every other page allows this site’s scripts by nonce and nothing inline', () => {
    const pages = answers.filter((one) => isPage(one) && !isOpen(one))
    expect(pages.length).toBeGreaterThan(60)
    for (const page of pages) {
      const policy = header(page, 'content-security-policy')!.split('; ')
      expect([page.what, policy]).toEqual([
        page.what,
        expect.arrayContaining([`default-src 'none'`, ...STRICT]),
      ])
      const scripts = policy.find((one) => one.startsWith('script-src '))!
      expect(scripts).toMatch(/^script-src 'self' 'nonce-[\w+/]{22}=='$/)
      expect(policy.join()).not.toMatch(/unsafe-|\*|https?:/)
      const nonce = /'nonce-(.+?)'/.exec(scripts)![1]!
      const tags = page.html.match(/<script\b[^>]*>/g)!
      for (const tag of tags)
        expect(tag.includes(`nonce="${nonce}"`) || tag.includes('application/json')).toBe(true)
      expect(page.html).not.toMatch(/<[^>]+\s(style|on\w+)=/)
    }
    const nonces = pages.map((page) => /'nonce-(.+?)'/.exec(header(page, 'content-security-policy')!)![1])
    expect(new Set(nonces).size).toBe(pages.length)
  })

  test('of every other response is at least as strict, and a download is sandboxed', () => {
    for (const one of answers.filter(({ html }) => !html)) {
      const policy = header(one, 'content-security-policy')
      expect([one.what, policy]).toEqual([one.what, expect.stringContaining(`default-src 'none'`)])
      expect(policy).toContain(`frame-ancestors 'none'`)
      if (header(one, 'content-disposition'))
        expect(header(one, 'content-disposition')).toMatch(/^attachment; filename="/)
      if (/pdf|officedocument/.test(header(one, 'content-type') ?? '')) expect(policy).toMatch(/^sandbox; /)
    }
  })
})

describe('caching', () => {
  /** The pages that the browser keeps for its back button; a logout removes them. */
  const KEPT_ALIVE = [
    '/mgmt/home',
    '/mgmt/my-docs',
    '/mgmt/doc-lib',
    '/mgmt/acct-info',
    '/mgmt/contacts',
    '/mgmt/online-service',
  ]

  test('private pages are not stored, except those kept for Back in the same tab', () => {
    const inside = answers.filter(
      ({ what, response }) => /^\w+ \/(mgmt|signing)\b.* by its own$/.test(what) && response.ok,
    )
    expect(inside.length).toBeGreaterThan(15)
    for (const one of inside) {
      const isKept = KEPT_ALIVE.some((path) => one.what === `GET ${path} by its own`)
      // Pictures that are the same for every logged-in person.
      const isPicture = ['first-page', 'thumbnail'].some(
        (name) => one.what === `GET /mgmt/doc-lib/:id/${name} by its own`,
      )
      const picture = isPicture && 'private, max-age=86400'
      expect([one.what, header(one, 'cache-control')]).toEqual([
        one.what,
        picture || (isKept ? 'private, no-cache' : 'no-store'),
      ])
    }
  })

  test('a logout clears stored pages, and only hashed files are cached without end', async () => {
    expect((await world.cast.ruo.client.post('/logout')).headers.get('clear-site-data')).toBe('"cache"')
    for (const one of answers.filter(({ response }) =>
      /immutable/.test(response.headers.get('cache-control') ?? ''),
    ))
      expect(one.what).toBe('a static file')
  })
})

test('a page with a token in its address never sends it to another site as referrer', () => {
  const token = answers.filter(({ what }) => / \/sign\/:token/.test(what))
  expect(token.length).toBeGreaterThan(8)
  for (const one of token)
    expect([one.what, header(one, 'referrer-policy')]).toEqual([one.what, 'no-referrer'])
})
