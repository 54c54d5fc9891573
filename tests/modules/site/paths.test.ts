import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { assetUrl } from '#src/http/assets.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

/** Each path of the front site: status and redirect, for a visitor and for a logged-in person. */
const PATHS: [path: string, status: number, location: string | null, inside?: string][] = [
  ['/', 303, '/product'],
  ['/product', 200, null],
  ['/pricing', 200, null],
  ['/company', 200, null],
  ['/locations', 200, null],
  ['/privacy-notice', 200, null],
  ['/privacy-notice?type=SERVICE_AGREEMENT', 200, null],
  ['/privacy-notice?type=ACCOUNT_AGREEMENT', 200, null],
  ['/privacy-notice?type=PRIVACY_STATEMENT', 200, null],
  ['/faq', 200, null],
  // Without a configured blog there is no page; blog.test.ts tests the redirect.
  ['/blogs', 404, null],
  ['/pay-finish', 200, null, '/mgmt/order-record'],
  ['/paypal-result', 303, '/pay-finish'],
  ['/paypal-order-cancel', 303, '/pay-finish'],
]

const statusAndLocation = async (answer: Response) => [answer.status, answer.headers.get('location')]

describe.each(PATHS)('%s', (path, status, location, inside) => {
  test('for a visitor', async () => {
    expect(await statusAndLocation(await newClient(db).get(path))).toEqual([status, location])
  })

  test('for a logged-in person', async () => {
    const expected = inside ? [303, inside] : [status, location]
    expect(await statusAndLocation(await cast.lin.client.get(path))).toEqual(expected)
  })
})

test('a path in another spelling is not found', async () => {
  for (const [path] of PATHS.filter(([, status]) => status === 200)) {
    const [name] = path.split('?')
    for (const wrong of [
      name!.toUpperCase(),
      name!.replace(/^\/(.)/, (_, c) => `/${c.toUpperCase()}`),
      `${name}/`,
    ])
      expect([wrong, (await newClient(db).get(wrong)).status]).toEqual([wrong, 404])
  }
})

test('FAQ and feedback lead a visitor to public pages, and logged-in people to those of their area', async () => {
  for (const path of ['/mgmt/faq-list', '/mgmt/client-feedback']) {
    const refusal = await newClient(db).get(path)
    expect([path, ...(await statusAndLocation(refusal))]).toEqual([
      path,
      303,
      `/acct/login?returnUrl=${encodeURIComponent(path)}`,
    ])
    expect([path, (await cast.lin.client.get(path)).status]).toEqual([path, 200])
  }
  expect((await newClient(db).get('/feedback')).status).toBe(200)
  expect(await statusAndLocation(await cast.lin.client.get('/feedback'))).toEqual([
    303,
    '/mgmt/client-feedback',
  ])
})

test('pages for reading and writing are white', async () => {
  const white = 'text-base-content bg-base-100"'
  const client = newClient(db)
  for (const path of ['/faq', '/feedback']) expect(await (await client.get(path)).text()).toContain(white)
  for (const path of ['/mgmt/faq-list', '/mgmt/client-feedback'])
    expect(await (await cast.lin.client.get(path)).text()).toContain(white)
  expect(await (await client.get('/product')).text()).not.toContain(white)
})

describe('the buttons of the header', () => {
  const headerOf = async (answer: Response) => /<header.*<\/header>/s.exec(await answer.text())![0]

  test('invite a visitor to log in or to register, and lead others to their work', async () => {
    const visitor = await headerOf(await newClient(db).get('/product'))
    expect(visitor).toContain('href="/acct/login"')
    expect(visitor).toContain('href="/acct/register"')
    expect(visitor).not.toContain('/mgmt/')
    const known = await headerOf(await cast.lin.client.get('/product'))
    expect(known).toContain('href="/mgmt/home"')
    expect(known).not.toContain('/acct/')
  })

  test('are on the account pages too, with the menu', async () => {
    for (const path of ['/acct/login', '/acct/register', '/acct/forgot-password']) {
      const header = await headerOf(await newClient(db).get(path))
      for (const target of ['/product', '/pricing', '/company', '/locations'])
        expect([path, header.includes(`href="${target}"`)]).toEqual([path, true])
      expect(header).not.toContain('/blogs')
    }
  })
})

const REACH = ['mailto:service@qishu.example', '/locations', '/acct/register']
const HELP = ['/mgmt/faq-list', '/mgmt/client-feedback', '/mgmt/online-service']

test('the footer of a public page has our contacts, the footer of a logged-in page the help; both link policies and the licence record', async () => {
  for (const [answer, there, notThere] of [
    [await newClient(db).get('/pricing'), REACH, HELP.slice(0, 2)],
    [await cast.lin.client.get('/mgmt/home'), HELP, ['/acct/register']],
  ] as const) {
    const footer = /<footer.*<\/footer>/s.exec(await answer.text())![0]
    for (const target of [...there, 'https://beian.miit.gov.cn/'])
      expect(footer).toContain(`href="${target}"`)
    for (const target of notThere) expect(footer).not.toContain(`href="${target}"`)
    for (const type of ['SERVICE_AGREEMENT', 'ACCOUNT_AGREEMENT', 'PRIVACY_STATEMENT'])
      expect(footer).toContain(`href="/privacy-notice?type=${type}"`)
    expect(footer).toContain('(sample for the demo, not a licence)')
  }
})

test('a public page is sent compressed', async () => {
  const packed = { 'accept-encoding': 'gzip, br' }
  const plainPage = await (await newClient(db).get('/product')).text()
  const answer = await newClient(db).get('/product', packed)
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
    'br',
    'Accept-Encoding',
  ])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBeLessThan(plainPage.length / 3)
  const unpacked = brotliDecompressSync(bytes).toString()
  expect(unpacked.replace(/nonce="[^"]*"/g, '')).toBe(plainPage.replace(/nonce="[^"]*"/g, ''))
  expect(
    (await newClient(db).get('/product', { 'accept-encoding': 'gzip' })).headers.get('content-encoding'),
  ).toBe('gzip')
})

test('an encoding that a browser excludes is not used', async () => {
  const encodingFor = async (accepted: string) => {
    const answer = await cast.lin.client.get('/mgmt/my-docs', { 'accept-encoding': accepted })
    return answer.headers.get('content-encoding')
  }
  expect(await encodingFor('gzip, br;q=0, zstd;q=0.0')).toBe('gzip')
  expect(await encodingFor('gzip;q=0, zstd;q=0.5')).toBe('zstd')
  expect(await encodingFor('identity')).toBeNull()
})

test('a file of the build has its media type, and is sent in an accepted encoding', async () => {
  const styles = assetUrl('views/theme.css')
  const headersOf = async (accepted: string) => {
    const { headers } = await newClient(db).get(styles, { 'accept-encoding': accepted })
    return [headers.get('content-type'), headers.get('content-encoding')]
  }
  const type = 'text/css; charset=utf-8'
  expect(await headersOf('gzip, deflate, br, zstd')).toEqual([type, 'br'])
  expect(await headersOf('gzip, br;q=0')).toEqual([type, 'gzip'])
  expect(await headersOf('br;q=0, gzip;q=0.0')).toEqual([type, null])
})

test.each([
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['br', 'gzip, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])(
  'a personal page is sent compressed with %s, each time with another length',
  async (encoding, accepted, unpack) => {
    const lengths = new Set<number>()
    const read = async (path: string) => {
      const plainPage = await (await cast.lin.client.get(path)).text()
      const answer = await cast.lin.client.get(path, { 'accept-encoding': accepted })
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
        encoding,
        'Accept-Encoding',
      ])
      const bytes = Buffer.from(await answer.arrayBuffer())
      lengths.add(bytes.length)
      expect(bytes.length).toBeLessThan(plainPage.length / 3)
      const html = (text: string) => text.replace(/nonce="[^"]*"/g, '').replace(/<!--[a-z0-9]*-->$/, '')
      expect(html(unpack(bytes).toString())).toBe(html(plainPage))
    }
    await read('/mgmt/my-docs')
    for (let times = 0; times < 8; times++) await read('/mgmt/acct-info')
    expect(lengths.size).toBeGreaterThan(3)
  },
)
