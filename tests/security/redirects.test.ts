import { beforeAll, describe, expect, test } from 'vitest'
import { bindSocial } from '#modules/accounts/entry/social/binding.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { safePath } from '#src/http/security.ts'
import { type Cast, openCast, PASSWORD } from '#tests/cast/people.ts'
import { codeFor, registration } from '#tests/cast/registration.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { typedValue } from '#tests/support/form.ts'
import { siteRoutes } from '#tests/support/routes.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'
import { ELSEWHERE } from './payloads.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const OWN = 'http://localhost:3000'

/** The page to which a browser on this site goes for such a header. */
const destination = (location: string | null) =>
  location === null ? OWN : new URL(location, `${OWN}/acct/login`).origin

/** Encoded once, encoded twice, and raw as far as a URL allows it. */
const spellings = (text: string) => [encodeURIComponent(text), encodeURIComponent(encodeURIComponent(text))]

test('there are forty payloads, most of which a browser would follow to another site', () => {
  expect(ELSEWHERE).toHaveLength(40)
  expect(ELSEWHERE.filter((one) => destination(one) !== OWN).length).toBeGreaterThan(20)
})

describe('a login with a foreign return address', () => {
  test('sends a logged-in person to the home page', async () => {
    for (const payload of ELSEWHERE)
      for (const spelt of spellings(payload)) {
        const answer = await cast.lin.client.get(`/acct/login?returnUrl=${spelt}`)
        const location = answer.headers.get('location')
        expect([payload, answer.status, destination(location)]).toEqual([payload, 303, OWN])
        expect(answer.headers.get('set-cookie') ?? '').not.toContain('stolen')
      }
  })

  test('sends a person who logs in to the home page, by redirect and by htmx', async () => {
    const body = { login: 'hannah', password: PASSWORD, agreement: 'yes' }
    for (const [index, payload] of ELSEWHERE.entries()) {
      const headers = index % 2 ? undefined : { 'hx-request': 'true' }
      const answer = await newClient(db).post('/acct/login', { ...body, returnUrl: payload }, headers)
      const location = answer.headers.get('location') ?? answer.headers.get('hx-redirect')
      expect([payload, location]).toEqual([payload, expect.stringMatching(/^\/(?![/\\])/)])
      expect([payload, destination(location)]).toEqual([payload, OWN])
    }
  })

  test('does not keep the address in its form', async () => {
    for (const payload of ELSEWHERE) {
      const html = await (
        await newClient(db).get(`/acct/login?returnUrl=${encodeURIComponent(payload)}`)
      ).text()
      expect([payload, destination(typedValue(html, 'returnUrl'))]).toEqual([payload, OWN])
    }
  })

  test('accepts a path of this site, so the refusals above are meaningful', async () => {
    for (const path of ['/mgmt/my-docs', '/mgmt/my-docs?status=draft&keyword=%E5%90%88%E5%90%8C'])
      expect(
        (await cast.lin.client.get(`/acct/login?returnUrl=${encodeURIComponent(path)}`)).headers.get(
          'location',
        ),
      ).toBe(path)
  })
})

test('no other redirect of the site uses a query or a header', async () => {
  const { client } = cast.lin
  for (const payload of ELSEWHERE) {
    const query = ['returnUrl', 'from', 'next', 'url', 'redirect', 'locale', 'anchor']
      .map((name) => `${name}=${encodeURIComponent(payload)}`)
      .join('&')
    for (const path of ['/', '/mgmt', '/acct/login']) {
      const headers = {
        referer: 'https://evil.example/',
        'x-forwarded-host': 'evil.example',
        'x-original-url': '//evil.example',
      }
      const answer = await client.get(`${path}?${query}`, headers)
      expect([path, payload, destination(answer.headers.get('location'))]).toEqual([path, payload, OWN])
    }
    const logout = await newClient(db).post(`/logout?${query}`)
    expect([payload, logout.headers.get('location')]).toEqual([payload, '/acct/login'])
  }
})

const SOME_PAYLOADS = ALL_LARGE ? ELSEWHERE : ELSEWHERE.filter((_, n) => n % 8 === 0)

describe('every parameter of every route', () => {
  const NAMES = ['returnUrl', 'from', 'to', 'next', 'url', 'service', 'redirect', 'locale', 'anchor', 'code']
  const MORE = ['state', 'reset', 'email', 'login', 'social', 'after', 'template', 'continue', 'goto', 'done']

  test('leads to no other site, for all people, with and without script', async () => {
    const paths = siteRoutes(db).filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    expect(paths.length).toBeGreaterThan(40)
    let led = 0
    for (const payload of SOME_PAYLOADS)
      for (const { path } of paths)
        for (const client of [newClient(db), cast.lin.client]) {
          const query = [...NAMES, ...MORE].map((name) => `${name}=${encodeURIComponent(payload)}`).join('&')
          const answer = await client.get(`${path}?${query}`, led % 2 ? { 'hx-request': 'true' } : {})
          const location = answer.headers.get('location') ?? answer.headers.get('hx-redirect')
          if (location) led++
          expect([path, payload, destination(location)]).toEqual([path, payload, OWN])
          expect([path, answer.headers.get('refresh')]).toEqual([path, null])
        }
    expect(led).toBeGreaterThan(50)
  })
})

describe('a return address through a login', () => {
  /** The page after each way of logging in. */
  const WAYS: Record<string, (returnUrl: string) => Promise<string | null>> = {
    'a registration': async (returnUrl) => {
      const client = newClient(db)
      const email = `${newId()}@kestrel.example`
      const form = registration({ email, code: await codeFor(db, client, email), returnUrl })
      return (await client.post('/acct/register', form)).headers.get('location')
    },
    'a code by mail': async (returnUrl) => {
      await db.deleteFrom('accounts.verification_code').execute()
      const client = newClient(db)
      const code = await codeFor(db, client, 'zhou@example.com', 'login')
      const form = { way: 'email', email: 'zhou@example.com', code, agreement: 'yes', returnUrl }
      return (await client.post('/acct/login', form)).headers.get('location')
    },
    'a trip to WeChat': async (returnUrl) => {
      await bindSocial(db, cast.hannah.viewer.id, 'demo', { subject: 'demo-hannah', nickname: 'x' })
      const client = newClient(db)
      const away = await client.post('/acct/login-wechat', { agreement: 'yes', returnUrl })
      const state = new URL(away.headers.get('location')!, OWN).searchParams.get('state')
      return (await client.get(`/acct/login-wechat/return?code=hannah&state=${state}`)).headers.get(
        'location',
      )
    },
    'a logout': async (returnUrl) => {
      const path = `/logout?returnUrl=${encodeURIComponent(returnUrl)}`
      return (await newClient(db).post(path)).headers.get('location')
    },
    'the question about cookies': async (returnUrl) =>
      (await newClient(db).post('/cookie-consent', { returnUrl })).headers.get('location'),
  }

  test.each(Object.keys(WAYS))('%s leads to a path of this site and to no other site', async (way) => {
    const leads = WAYS[way]!
    for (const payload of SOME_PAYLOADS) {
      const location = await leads(payload)
      expect([payload, location]).toEqual([payload, expect.stringMatching(/^\/(?![/\\])/)])
      expect([payload, destination(location)]).toEqual([payload, OWN])
    }
    expect(await leads('/mgmt/my-docs')).toBe('/mgmt/my-docs')
  })

  test('a new password leads back to the login, which keeps only paths of this site', async () => {
    const client = newClient(db)
    for (const returnUrl of [...SOME_PAYLOADS, '/mgmt/my-docs']) {
      await db.deleteFrom('accounts.verification_code').execute()
      const code = await codeFor(db, client, 'ruo@example.com', 'password')
      const password = { password: 'Kestrel2027', confirmPassword: 'Kestrel2027' }
      const form = { channel: 'email', email: 'ruo@example.com', code, ...password, returnUrl }
      const location = (await client.post('/acct/forgot-password', form)).headers.get('location')!
      const carried = new URL(location, OWN).searchParams.get('returnUrl')
      expect([returnUrl, location.split('?')[0]]).toEqual([returnUrl, '/acct/login'])
      expect([returnUrl, carried]).toEqual([returnUrl, returnUrl === '/mgmt/my-docs' ? returnUrl : null])
    }
  })
})

/** The only link to another site in the footer of every page: the ministry's register of licences. */
const REGISTER = 'https://beian.miit.gov.cn/'

test('no link of a page leads to another site because of the page’s address', async () => {
  for (const path of ['//evil.example', '//evil.example/x', '///evil.example', '/\\evil.example']) {
    const html = await (await newClient(db).get(path)).text()
    const links = [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)]
      .map(([, link]) => link!.replaceAll('&amp;', '&'))
      .filter((link) => !link.startsWith('mailto:') && link !== REGISTER)
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect([path, link, destination(link)]).toEqual([path, link, OWN])
  }
})

test('a path is accepted only if no part of it could lead to another site', () => {
  for (const payload of ELSEWHERE) expect(destination(safePath(payload, '/mgmt/home'))).toBe(OWN)
  expect(safePath('/mgmt/x?y=1#z', '/')).toBe('/mgmt/x?y=1#z')
})
