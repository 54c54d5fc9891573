import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Faq, listFaqs, searchFaqs } from '#modules/messaging/faq.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { XSS } from '#tests/security/payloads.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { countRequests } from '#tests/support/limits.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

test('there are fifteen questions in each language, without duplicates', async () => {
  for (const locale of LOCALES) {
    const faqs = await listFaqs(db, locale)
    expect([faqs.length, new Set(faqs.map(({ question }) => question)).size]).toEqual([15, 15])
  }
})

test('a search finds words of question or answer, in any order, width and case, Chinese in either script', async () => {
  const search = async (locale: Locale, keyword: string) =>
    searchFaqs(await listFaqs(db, locale), keyword).map(({ question }) => question)
  expect(await search('en_US', 'ACCOUNT side')).toEqual(['Does the other side need an account?'])
  expect(await search('en_US', 'ｐｄｆ word')).toEqual(['What does finalising do?', 'Which files do I get?'])
  expect(await search('en_US', 'zzzz')).toEqual([])
  expect(await search('en_US', '合同')).toEqual([])
  expect((await search('en_US', '  ')).length).toBe(15)
  for (const keyword of ['电子签名法', '電子簽名法']) {
    expect(await search('zh_CN', keyword)).toEqual(['电子签名有法律效力吗？'])
    expect(await search('zh_TW', keyword)).toEqual(['電子簽名有法律效力嗎？'])
  }
})

test.each([
  ['zh_CN', ['公章', '印章', '骑缝章', '合同专用章']],
  ['zh_TW', ['公章', '印章', '騎縫章', '骑缝章']],
  ['en_US', ['公章', '印章', '骑缝章', 'company seal']],
] as const)('the search in %s also finds questions after the first fifteen: %j', async (locale, keywords) => {
  for (const keyword of keywords) {
    const page = await newClient(db).get(`/faq?locale=${locale}&keyword=${encodeURIComponent(keyword)}`)
    expect([keyword, (await page.text()).includes('<details class="group" open=""')]).toEqual([keyword, true])
  }
})

test('visitors and logged-in people get the same results, as a page and as a fragment', async () => {
  const { lin } = cast
  for (const [client, path] of [
    [newClient(db), '/faq'],
    [lin.client, '/mgmt/faq-list'],
  ] as const) {
    const whole = await (await client.get(`${path}?locale=en_US`)).text()
    for (const { question } of await listFaqs(db, 'en_US')) expect(whole).toContain(question)
    const page = await (await client.get(`${path}?keyword=cancelled`)).text()
    expect(page.match(/<details class="group" open=""/g)?.length).toBe(1)
    const part = await (await client.get(`${path}?keyword=cancelled`, { 'hx-request': 'true' })).text()
    expect(part).toMatch(/^<div id="faq-list">/)
    const none = await (await client.get(`${path}?keyword=zzzz`)).text()
    expect(none).toContain('Nothing found')
    expect(none).toContain(path === '/faq' ? 'href="/feedback"' : 'href="/mgmt/client-feedback"')
  }
})

/** The tags of the page, without the values of their attributes. */
const PLAIN =
  /^<\/?(?:main|div|search|form|input|button|p|ul|li|h1|a|details|summary|svg|use|!--)(?![\w-]*:)[^<=]*>$/

test('the search terms are shown as plain text, never as markup', async () => {
  for (const payload of XSS) {
    const html = await (await newClient(db).get(`/faq?keyword=${encodeURIComponent(payload)}`)).text()
    const tags = /<main.*<\/main>/s
      .exec(html)![0]
      .replace(/="[^"]*"/g, '')
      .match(/<[^>]*>/g)!
    expect([payload, tags.filter((tag) => !PLAIN.test(tag))]).toEqual([payload, []])
  }
})

describe('a vote on an answer', { shuffle: false }, () => {
  countRequests(() => db)

  const counts = (id: string) =>
    db
      .selectFrom('messaging.faq')
      .select(['helpful', 'unhelpful'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('counts once a day per browser or account, is acknowledged beside the answer, and is stored anonymously', async () => {
    const [{ id, question }, otherFaq] = (await listFaqs(db, 'en_US')) as [Faq, Faq]
    const { lin } = cast
    const visitor = newClient(db)
    await visitor.get('/faq?locale=en_US')
    const voted = await visitor.post(`/faq/${id}/vote`, { helpful: 'no' })
    expect(voted.headers.get('location')).toBe(`/faq?voted=${id}&helpful=no#faq-${id}`)
    const html = await (await visitor.get(`/faq?voted=${id}&helpful=no`)).text()
    const answer = new RegExp(`id="faq-${id}">.*?</li>`, 's').exec(html)![0]
    expect(answer).toMatch(/<details class="group" open=""/)
    expect(answer).toContain('role="status"')
    expect(answer).not.toContain('<form')
    expect(answer).toContain(`href="/feedback?faq=${id}"`)
    expect(await (await visitor.get(`/feedback?faq=${id}`)).text()).toContain(`About “${question}”:`)

    const secondResponse = await visitor.post(`/faq/${id}/vote`, { helpful: 'yes' }, { 'hx-request': 'true' })
    expect(await secondResponse.text()).toMatch(/^<p role="status"[^>]*>Thank you for your feedback\.<\/p>$/)
    expect(await counts(id)).toEqual({ helpful: 0, unhelpful: 1 })

    const memberResponse = await lin.client.post(`/mgmt/faq-list/${id}/vote`, { helpful: 'yes' })
    expect(memberResponse.headers.get('location')).toBe(`/mgmt/faq-list?voted=${id}&helpful=yes#faq-${id}`)
    await lin.client.post(`/faq/${id}/vote`, { helpful: 'yes' })
    await visitor.post(`/faq/${otherFaq.id}/vote`, { helpful: 'yes' })
    expect(await counts(id)).toEqual({ helpful: 1, unhelpful: 1 })
    expect(await counts(otherFaq.id)).toEqual({ helpful: 1, unhelpful: 0 })
    const { rows } = await sql<{
      key: string
    }>`select key from platform.rate_limit where key like 'faq-vote:%'`.execute(db)
    expect(rows.length).toBe(3)
    for (const { key } of rows)
      expect(key).not.toMatch(new RegExp(`${lin.viewer.id}|${visitor.cookies.get('visitor')}`))
  })

  test('without a choice, on an unknown question, or over sixty an hour is not counted', async () => {
    const [{ id }] = (await listFaqs(db, 'en_US')) as [Faq]
    const countBefore = await counts(id)
    const post = (path: string, helpful: string) => newClient(db).post(path, { helpful })
    expect((await post(`/faq/${id}/vote`, 'maybe')).headers.get('location')).toBe('/faq')
    for (const none of [newId(), 'none']) expect((await post(`/faq/${none}/vote`, 'yes')).status).toBe(404)
    const statuses = []
    for (let n = 0; n < 61; n++) statuses.push((await post(`/faq/${id}/vote`, 'yes')).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await counts(id)).helpful - countBefore.helpful).toBeLessThan(61)
  })
})
