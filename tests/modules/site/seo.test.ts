import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { LISTED_PAGES } from '#modules/site/sitemap.ts'
import { LOCALES } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

const BASE = 'http://localhost:3000'
const TAGS = { zh_CN: 'zh-Hans', zh_TW: 'zh-Hant', en_US: 'en' } as const

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})

const get = async (path: string) => (await newClient(db).get(path)).text()
const unescapeXml = (text: string) => text.replaceAll('&amp;', '&')
const withLocale = (path: string, locale: string) =>
  `${path}${path.includes('?') ? '&' : '?'}locale=${locale}`
const linksOf = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)].map(([, lang, href]) => [
    lang!,
    unescapeXml(href!),
  ])
const canonicalOf = (html: string) => unescapeXml(/<link rel="canonical" href="([^"]+)"/.exec(html)![1]!)

describe.each(LISTED_PAGES)('%s', (path) => {
  const alternates = [
    ...LOCALES.map((locale) => [TAGS[locale], BASE + withLocale(path, locale)]),
    ['x-default', BASE + path],
  ]

  test('names itself in every language, and each version lists all of them', async () => {
    for (const address of [path, ...LOCALES.map((locale) => withLocale(path, locale))]) {
      const html = await get(address)
      expect([address, linksOf(html)]).toEqual([address, alternates])
      expect(canonicalOf(html)).toBe(BASE + address)
    }
  })

  test('has a title, a description and a card with a real picture', async () => {
    for (const locale of LOCALES) {
      const html = await get(withLocale(path, locale))
      expect(/<meta name="description" content="([^"]{20,})"/.exec(html)?.[1]).toBeTruthy()
      const image = unescapeXml(/<meta property="og:image" content="([^"]+)"/.exec(html)![1]!)
      expect(image).toBe(`${BASE}/images/card-${locale}.png`)
      const png = readFileSync(`public${new URL(image).pathname}`)
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
      expect(png.length).toBeLessThan(60_000)
    }
  })
})

test('no URL in the head contains a foreign query', async () => {
  const html = await get('/product?utm_source=x&anchor="><script>&locale=evil')
  expect(canonicalOf(html)).toBe(`${BASE}/product`)
  expect(html).not.toContain('"><script>')
})

describe('structured data', () => {
  async function thingsOf(path: string) {
    const answer = await newClient(db).get(path)
    const blocks = [
      ...(await answer.text()).matchAll(/<script type="application\/ld\+json"([^>]*)>(.*?)<\/script>/gs),
    ]
    return blocks.map(([, , json]) => JSON.parse(json!))
  }

  test('describes the company and the product with its prices', async () => {
    for (const locale of LOCALES) {
      const [company, product] = await thingsOf(`/product?locale=${locale}`)
      expect([company['@type'], company.url]).toEqual(['Organization', `${BASE}/product`])
      expect(product['@type']).toBe('SoftwareApplication')
      expect(product.offers.map((one: { price: string }) => one.price)).toEqual([
        '0.00',
        '399.00',
        '999.00',
        '2599.00',
      ])
    }
  })

  test('contains the fifteen questions on their page', async () => {
    for (const locale of LOCALES) {
      const [faq] = await thingsOf(`/faq?locale=${locale}`)
      expect([faq['@type'], faq.mainEntity.length]).toEqual(['FAQPage', 15])
      for (const { name, acceptedAnswer } of faq.mainEntity)
        expect([name.length > 5, acceptedAnswer.text.length > 15]).toEqual([true, true])
    }
  })
})

test('the sitemap is well-formed and every URL in it responds', async () => {
  const answer = await newClient(db).get('/sitemap.xml')
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const xml = await answer.text()
  expect(xml.replace(/<\?xml[^>]*\?>|<[^<>]+\/>|<(\w+)(?: [^<>]*)?>|<\/\w+>|&amp;/g, '')).not.toMatch(/[<&]/)
  const tags = [...xml.matchAll(/<(\/?)(\w+)(?: [^<>]*)?(?<!\/)>/g)].map(([, end, name]) => `${end}${name}`)
  const openTags: string[] = []
  for (const tag of tags) {
    if (tag.startsWith('/')) expect(openTags.pop()).toBe(tag.slice(1))
    else openTags.push(tag)
  }
  expect(openTags).toEqual([])
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => unescapeXml(address!))
  expect(addresses.length).toBe(LISTED_PAGES.length * 4)
  for (const address of addresses) {
    expect(address.startsWith(`${BASE}/`)).toBe(true)
    expect([address, (await newClient(db).get(address.slice(BASE.length))).status]).toEqual([address, 200])
  }
})

test('the sitemap lists every page that a public page links to', async () => {
  const linked = new Set<string>()
  for (const path of LISTED_PAGES)
    for (const [, href] of (await get(path)).matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
      const { pathname, searchParams } = new URL(unescapeXml(href!), BASE)
      const type = searchParams.get('type')
      linked.add(type ? `${pathname}?type=${type}` : pathname)
    }
  const linkedPages = [...linked].filter(
    (path) => !/^\/(acct\/|mgmt\/|api\/|authority\.crt$|blogs$|privacy-notice$|$)/.test(path),
  )
  expect(linkedPages.sort()).toEqual([...LISTED_PAGES].sort())
})

test('robots.txt names the sitemap and the paths not to list', async () => {
  const text = await get('/robots.txt')
  expect(text).toContain(`Sitemap: ${BASE}/sitemap.xml`)
  for (const path of ['/mgmt', '/desk', '/api/', '/sign/']) expect(text).toContain(`Disallow: ${path}\n`)
  for (const path of LISTED_PAGES)
    for (const [, closed] of text.matchAll(/Disallow: (\S+)/g)) expect(path.startsWith(closed!)).toBe(false)
})
