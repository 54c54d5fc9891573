import { beforeAll, expect, test } from 'vitest'
import { listFaqs, searchFaqs } from '#modules/messaging/faq.ts'
import type { Db } from '#src/app/database.ts'
import { LOCALES } from '#src/core/i18n.ts'
import { openCast } from '#tests/cast/people.ts'
import { XSS } from '#tests/security/payloads.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})

test('there are fifteen questions in each language, none twice', () => {
  for (const locale of LOCALES) {
    const faqs = listFaqs(locale)
    expect([faqs.length, new Set(faqs.map(({ question }) => question)).size]).toEqual([15, 15])
  }
})

test('a search finds words of question or answer, in any order, width and case', () => {
  const keys = (keyword: string) => searchFaqs('en_US', keyword).map(({ key }) => key)
  expect(keys('ACCOUNT side')).toEqual(['signatory'])
  expect(keys('ｐｄｆ word')).toEqual(['finalise', 'files'])
  expect(keys('zzzz')).toEqual([])
  expect(keys('  ').length).toBe(15)
  expect(searchFaqs('zh_CN', '电子签名法').map(({ key }) => key)).toEqual(['valid'])
})

test('visitors and those who are logged in find the same, as a page and as a fragment', async () => {
  const { lin } = await openCast(db)
  for (const [client, path] of [
    [newClient(db), '/faq'],
    [lin.client, '/mgmt/faq-list'],
  ] as const) {
    const whole = await (await client.get(`${path}?locale=en_US`)).text()
    for (const { question } of listFaqs('en_US')) expect(whole).toContain(question)
    const found = await (await client.get(`${path}?keyword=cancelled`)).text()
    expect(found.match(/<details class="group" open=""/g)?.length).toBe(1)
    const part = await (await client.get(`${path}?keyword=cancelled`, { 'hx-request': 'true' })).text()
    expect(part).toMatch(/^<div id="faq-list">/)
    const none = await (await client.get(`${path}?keyword=zzzz`)).text()
    expect(none).toContain('Nothing found')
    expect(none).toContain(path === '/faq' ? 'href="/feedback"' : 'href="/mgmt/client-feedback"')
  }
})

/** The tags of the page's own markup, their attributes' values left out. */
const PLAIN =
  /^<\/?(?:main|div|search|form|input|button|p|ul|li|h1|a|details|summary|svg|use|!--)(?![\w-]*:)[^<=]*>$/

test('what was searched for is shown as text and never as markup', async () => {
  for (const payload of XSS) {
    const html = await (await newClient(db).get(`/faq?keyword=${encodeURIComponent(payload)}`)).text()
    const tags = /<main.*<\/main>/s
      .exec(html)![0]
      .replace(/="[^"]*"/g, '')
      .match(/<[^>]*>/g)!
    expect([payload, tags.filter((tag) => !PLAIN.test(tag))]).toEqual([payload, []])
  }
})
