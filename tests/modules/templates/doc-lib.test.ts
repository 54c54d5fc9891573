import { gunzipSync } from 'node:zlib'
import { loadImage } from '@napi-rs/canvas'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { folded, foldWithIndexes } from '#modules/templates/doc-lib/fold.ts'
import { matchesPinyin } from '#modules/templates/doc-lib/pinyin.ts'
import { MATCH_PLACES } from '#modules/templates/doc-lib/search.ts'
import { searchableTexts } from '#modules/templates/doc-lib/searchable-texts.ts'
import { alternativesTo, newTemplates, shelfFor } from '#modules/templates/doc-lib/shelf.ts'
import { findTemplate, refreshLibrary } from '#modules/templates/index.ts'
import { shippedTemplates } from '#modules/templates/library/shipped.ts'
import { libraryEntries, putInForce, putShippedInForce } from '#modules/templates/library.ts'
import { mayUse } from '#modules/templates/template-access.ts'
import { noteTemplates } from '#modules/templates/template-newsletter.ts'
import { ago, DAY, HOUR, now } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
const hannah = () => context.cast.hannah

afterEach(() => putShippedInForce())

const noFilter = { keyword: '', category: '', free: false, usable: false, sort: 'recommended' } as const
const shelf = (filter: Partial<Parameters<typeof shelfFor>[1]>, locale: Locale = 'zh_CN') =>
  shelfFor({ viewer: hannah().viewer, locale }, { ...noFilter, ...filter })
const codes = async (keyword: string) =>
  (await shelf({ keyword })).listed.map(({ template }) => template.code)

describe('a search', () => {
  test.each([
    ['保密协议', 'mutual-nda', 'title'],
    ['保密協議', 'mutual-nda', 'title'],
    ['保密协议双向', 'mutual-nda', 'title'],
    ['双向　协议', 'mutual-nda', 'title'],
    ['non disclosure agreements', 'mutual-nda', 'title'],
    ['ＮＤＡ', 'mutual-nda', 'tag'],
    ['商業秘密', 'mutual-nda', 'tag'],
    ['baomi', 'mutual-nda', 'title'],
    ['bao mi', 'mutual-nda', 'title'],
    ['BMXY', 'mutual-nda', 'title'],
    ['shangyemimi', 'mutual-nda', 'tag'],
    ['baomi nda', 'mutual-nda', 'tag'],
    ['laodong hetong', 'labour-contract', 'title'],
    ['ldht', 'labour-contract', 'title'],
    ['zulin', 'premises-lease', 'title'],
    ['gongsizhili', 'power-of-attorney', 'tag'],
    ['情势变更', 'sales-contract', 'inside'],
    ['情勢變更', 'sales-contract', 'inside'],
    ['force majeure', 'sales-contract', 'inside'],
    ['nda 不可抗力', 'one-way-nda', undefined],
    ['force premises', 'premises-lease', 'apart'],
    ['Résolution', 'board-resolution', 'title'],
  ] as const)('for %s finds %s by its %s', async (keyword, code, place) => {
    const { listed: listedTemplates } = await shelf({ keyword })
    expect(listedTemplates.find(({ template }) => template.code === code)?.match?.place).toBe(place)
    expect(listedTemplates.length).toBeLessThan(shippedTemplates.length)
    const ranks = listedTemplates.map(({ match: found }) => MATCH_PLACES.indexOf(found!.place))
    expect(ranks).toEqual(ranks.toSorted())
  })

  test.each(['zzzz', '占星', 'bm占星', '％', 'xhtong'])('for %s finds nothing', async (keyword) => {
    const { listed: listedTemplates, total, categories } = await shelf({ keyword })
    expect([listedTemplates, total, categories]).toEqual([[], 0, []])
  })

  test('matches one or two letters only as a whole word, and no pinyin by a single letter', async () => {
    expect(await codes('nd')).toEqual([])
    expect(matchesPinyin('b', 'bao mi')).toBe(false)
    expect(matchesPinyin('bam', 'bao mi')).toBe(false)
    expect(matchesPinyin('lvxing', 'lu xing')).toBe(true)
    expect(matchesPinyin('shangm', 'shang mi')).toBe(true)
    expect(matchesPinyin('shm', 'shang mi')).toBe(true)
  })

  test('shows where the word occurs, in the reader’s language if possible', async () => {
    for (const [keyword, locale, place, tongue] of [
      ['主张抗辩', 'zh_CN', /^第.+条 /, 'zh'],
      ['主張抗辯', 'zh_TW', /^第.+條 /, 'hant'],
      ['set-off against it', 'zh_CN', /^Article \d+ /, 'en'],
    ] as const) {
      const { listed: listedTemplates } = await shelf({ keyword }, locale)
      const { excerpt } = listedTemplates.find(({ match: found }) => found?.excerpt)?.match ?? {}
      expect([keyword, excerpt?.place, excerpt?.tongue]).toEqual([
        keyword,
        expect.stringMatching(place),
        tongue,
      ])
      const { before, word, after } = excerpt!
      expect(word.toLowerCase()).toContain(keyword)
      expect(`${before}${word}${after}`.length).toBeLessThan(140)
    }
  })

  test('covers every text of a template with its marks resolved', () => {
    for (const template of shippedTemplates) {
      const texts = Object.values(searchableTexts(template))
        .flat()
        .map(({ text }) => text)
      for (const text of texts) expect(foldWithIndexes(text).text.trim()).toBe(folded(text))
      expect([template.code, texts.filter((text) => /\{(ref|party|this)/.test(text))]).toEqual([
        template.code,
        [],
      ])
    }
  })
})

test('names are matched by their pronunciation, including characters with several readings', () => {
  const spoken = (code: string) => libraryEntries().find(({ template }) => template.code === code)!.spoken!
  expect(spoken('labour-contract')).toMatchObject({ title: 'lao dong he tong', category: 'lao dong ren shi' })
  expect(spoken('labour-termination').title).toBe('xie shang jie chu lao dong he tong xie yi')
  expect(spoken('mutual-nda').traditionalTags).toContain('商業秘密')
})

describe('a list of templates', () => {
  test('can be limited to the free demo, to the package’s types, to a category, with counts of the other categories', async () => {
    const freeShelf = await shelf({ free: true })
    expect(freeShelf.listed.map(({ template }) => template.code)).toEqual(['mutual-nda'])
    const { permissions } = hannah().viewer
    const usable = await shelf({ usable: true })
    expect(usable.listed.every(({ template }) => mayUse(permissions, template))).toBe(true)
    const sales = await shelf({ category: 'sales' })
    expect(new Set(sales.listed.map(({ template }) => template.category))).toEqual(new Set(['sales']))
    expect(sales.total).toBe(shippedTemplates.length)
    expect(sales.categories.find(({ category }) => category === 'sales')?.count).toBe(sales.listed.length)
  })

  test('shows recommendations first, once, and only without a filter', async () => {
    const usedCategories = [{ category: 'property', count: 2 }]
    const reader = {
      viewer: { ...hannah().viewer, permissions: ['template.type_1', 'template.type_2'] as const },
    }
    const { recommended, listed: listedTemplates } = await shelfFor(
      { ...reader, locale: 'zh_CN', usedCategories: usedCategories },
      noFilter,
    )
    expect(recommended[0]!.template.category).toBe('property')
    const allCodes = [...recommended, ...listedTemplates].map(({ template }) => template.code)
    expect([allCodes.length, new Set(allCodes).size]).toEqual([
      shippedTemplates.length,
      shippedTemplates.length,
    ])
    const filter = { ...noFilter, sort: 'newest' } as const
    expect(
      (await shelfFor({ ...reader, locale: 'zh_CN', usedCategories: usedCategories }, filter)).recommended,
    ).toEqual([])
  })
})

describe('new templates', () => {
  const setAddedAt = (code: string, at: Date) =>
    context.db
      .updateTable('templates.library_entry')
      .set({ first_seen_at: at })
      .where('code', '=', code)
      .execute()

  beforeAll(async () => {
    await noteTemplates(context.db)
  })

  test('are none in a new installation, and those of the last seven days in an older one', async () => {
    await refreshLibrary(context.db)
    expect(libraryEntries().every((entry) => entry.since)).toBe(true)
    expect(newTemplates()).toEqual([])
    const fetchFirstPage = () => fetchPage('/mgmt/doc-lib?locale=en_US')
    expect(await fetchFirstPage()).not.toMatch(/New this week|added in the last seven days/)
    for (const { code } of shippedTemplates) await setAddedAt(code, ago(40 * DAY))
    await setAddedAt('loan', ago(8 * DAY))
    await setAddedAt('premises-lease', ago(6 * DAY))
    await setAddedAt('sales-contract', ago(HOUR))
    await refreshLibrary(context.db)
    expect(newTemplates().map(({ template }) => template.code)).toEqual(['sales-contract', 'premises-lease'])
    const page = await fetchFirstPage()
    expect(page).toContain('2 templates added in the last seven days')
    expect(page.match(/New this week/g)).toHaveLength(2)
    const newestShelf = await shelf({ sort: 'newest' })
    expect(newestShelf.listed.slice(0, 3).map(({ template }) => template.code)).toEqual([
      'sales-contract',
      'premises-lease',
      'loan',
    ])
  })
})

const fetchPage = async (path: string) => (await hannah().client.get(path)).text()

describe('the pages', () => {
  test('keep the filters in the URL, and each filter has a link that removes it', async () => {
    const page = await fetchPage(
      '/mgmt/doc-lib?locale=en_US&keyword=nda&free=yes&category=confidentiality&sort=newest',
    )
    for (const without of [
      'category=confidentiality&amp;sort=newest&amp;free=yes',
      'keyword=nda&amp;sort=newest&amp;free=yes',
      'keyword=nda&amp;category=confidentiality&amp;sort=newest',
      'keyword=nda&amp;category=confidentiality&amp;free=yes',
    ])
      expect(page).toContain(`href="/mgmt/doc-lib?${without}" aria-label="Remove the filter`)
    expect(page).toMatch(/name="free"[^>]* checked/)
    const excerptPage = await fetchPage('/mgmt/doc-lib?locale=en_US&keyword=force+majeure')
    expect(excerptPage).toMatch(/<mark[^>]*>Force Majeure<\/mark>/)
    const none = await fetchPage('/mgmt/doc-lib?locale=en_US&keyword=%3Cb%3Ezz')
    expect(none).toContain('Nothing found for “&lt;b&gt;zz”')
    expect(none).toContain('tab=CONSULT_SELECT')
  })

  test('send only the list to the script, beside the open template', async () => {
    for (const path of ['/mgmt/doc-lib?keyword=nda', '/mgmt/new-doc?keyword=nda&template=loan']) {
      const html = await (await hannah().client.get(path, { 'hx-request': 'true' })).text()
      expect(html).toMatch(/^<div id="template-list"/)
      if (path.includes('new-doc'))
        expect(html).toContain('keyword=nda&amp;template=mutual-nda#template-detail')
    }
  })

  test('show all facts about a template, with its first page as a picture', async () => {
    const page = await fetchPage('/mgmt/new-doc?template=data-processing&locale=en_US')
    for (const words of ['When not to use it', 'fields ·', 'choices ·', 'law of mainland China', 'Type II'])
      expect(page).toContain(words)
    const pictureUrl = /src="(\/mgmt\/doc-lib\/data-processing\/first-page[^"]+)" alt="First page of /.exec(
      page,
    )![1]!
    const picture = (accepted: string) =>
      hannah().client.get(pictureUrl.replaceAll('&amp;', '&'), { 'accept-encoding': accepted })
    const answer = await picture('gzip')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
    const svg = gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString()
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 595.28 841.89">/)
    expect(await (await picture('gzip;q=0')).text()).toBe(svg)
    expect(svg.match(/<use /g)!.length).toBeGreaterThan(500)
    const plainly = await hannah().client.get('/mgmt/doc-lib/data-processing/first-page?locale=en_US')
    expect(await plainly.text()).toBe(svg)
    for (const path of ['never-was/first-page', 'loan/first-page?locale=xx'])
      expect((await hannah().client.get(`/mgmt/doc-lib/${path}`)).status).toBe(404)
  })
})

test('the detail page shows tags, pay type and fee category, each tag with the templates that have it', async () => {
  const readFacts = async (locale: Locale, code = 'mutual-nda') => {
    const page = await fetchPage(`/mgmt/new-doc?template=${code}&locale=${locale}`)
    const facts = [...page.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)]
    return Object.fromEntries(facts.map(([, label, value]) => [label, value!.replace(/<[^>]*>/g, '')]))
  }
  const { tags } = findTemplate('mutual-nda')
  const [english, chinese] = [/^[^\p{Script=Han}]+$/u, /\p{Script=Han}/u].map((script) =>
    tags.filter((tag) => script.test(tag)),
  )
  expect([english!.length > 0, chinese!.length > 0]).toEqual([true, true])
  expect(await readFacts('en_US')).toMatchObject({
    Tags: english!.join(' · '),
    'Pay type': 'By use: every document made from it takes one document of Type I',
    'Fee category': 'Free demo',
  })
  expect((await readFacts('en_US', 'loan'))['Fee category']).toBe(
    'For customers with a plan or single documents',
  )
  expect((await readFacts('zh_CN')).标签).toBe(chinese!.join(' · '))
  expect((await readFacts('zh_TW')).標籤).toContain('商業秘密')
  const [tag] = english!
  const link = `/mgmt/doc-lib?${new URLSearchParams({ keyword: tag! })}`
  expect(await fetchPage('/mgmt/new-doc?template=mutual-nda&locale=en_US')).toContain(`href="${link}"`)
  expect(await codes(tag!)).toContain('mutual-nda')
})

test('each card shows a small picture of the first page, which is drawn once', async () => {
  const page = await fetchPage('/mgmt/doc-lib?locale=zh_CN')
  const [address] = /(?<=src=")\/mgmt\/doc-lib\/loan\/thumbnail[^"]+/.exec(page)!
  const fetched = async () => hannah().client.get(address.replaceAll('&amp;', '&'))
  const [answer, again] = await Promise.all([fetched(), fetched()])
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width, height } = await loadImage(bytes)
  expect([width, height, bytes.length < 12_000]).toEqual([192, 272, true])
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true)
  const inEnglish = await hannah().client.get('/mgmt/doc-lib/loan/thumbnail?locale=en_US')
  expect(Buffer.from(await inEnglish.arrayBuffer()).equals(bytes)).toBe(false)
  for (const path of ['never-was/thumbnail', 'loan/thumbnail?locale=xx'])
    expect((await hannah().client.get(`/mgmt/doc-lib/${path}`)).status).toBe(404)
})

test('the page of a retired template offers the most similar one, and its picture is gone', async () => {
  const retired = libraryEntries().map((entry) =>
    entry.template.code === 'one-way-nda' ? { ...entry, retiredAt: now() } : entry,
  )
  const gone = findTemplate('one-way-nda')
  putInForce(retired)
  expect(alternativesTo(gone)[0]!.code).toBe('mutual-nda')
  const answer = await hannah().client.get('/mgmt/new-doc?template=one-way-nda&locale=en_US')
  const page = await answer.text()
  expect(answer.status).toBe(410)
  const notice = page.slice(page.indexOf('id="gone"'), page.indexOf('id="template-list"'))
  for (const words of ['One-Way Non-Disclosure Agreement', 'no longer offered', 'template=mutual-nda'])
    expect(notice).toContain(words)
  expect((await hannah().client.get('/mgmt/doc-lib/one-way-nda/first-page')).status).toBe(410)
  expect(await codes('one-way')).not.toContain('one-way-nda')
})
