import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { counterpartiesIn } from '#modules/documents/drafts/counterparty.ts'
import { findDocument } from '#modules/documents/index.ts'
import { readFilter } from '#modules/documents/list/filter.ts'
import { listDocuments } from '#modules/documents/list/list.ts'
import { SORTS } from '#modules/documents/list/order.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { STAGES } from '#modules/documents/status.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let firstId: string

const DOCUMENTS = 45

/**
 * Lin's team has forty-five documents in all states, with names in both scripts; five were created in the
 * same minute.
 */
beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  firstId = (await filledDraft(db, cast.lin.viewer)).id
  await sql`
    insert into documents.document (id, team_id, creator_id, name, number, status, template_code, template, answers,
      saved_by, created_at, updated_at)
    select gen_random_uuid(), team_id, case when n % 4 = 0 then ${cast.zhou.viewer.id}::uuid else creator_id end,
      (array['租赁合同 ', 'Lease ', '保密协议 ', 'a ', '100%_'])[1 + n % 5] || n, 'N-' || n,
      (${[...STAGES]}::text[])[1 + n % 7], template_code, template, answers, saved_by, created_at,
      created_at - (n / 5) * interval '1 minute'
    from documents.document, generate_series(1, ${DOCUMENTS - 1}) as n`.execute(db)
})

const list = (query: Record<string, string> = {}, locale = 'en_US') =>
  listDocuments(db, cast.lin.viewer, readFilter(query), locale)
const total = async (query: Record<string, string> = {}) => (await list(query)).total
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

// The tests depend on each other, in order.
describe('the document list of a growing team', { shuffle: false }, () => {
  describe('pages', () => {
    test.each(SORTS)('sorted by %s show each document once, forwards and all the way back', async (sort) => {
      const pages = [await list({ sort })]
      expect(pages[0]!.previous).toBeNull()
      while (pages.at(-1)!.next) pages.push(await list({ sort, after: pages.at(-1)!.next! }))
      expect(pages.map(({ rows }) => rows.length)).toEqual([20, 20, 5])
      const listedIds = pages.flatMap(({ rows }) => idsOf(rows))
      expect(new Set(listedIds).size).toBe(DOCUMENTS)
      let page = pages.at(-1)!
      for (const before of pages.slice(0, -1).toReversed()) {
        page = await list({ sort, before: page.previous! })
        expect(idsOf(page.rows)).toEqual(idsOf(before.rows))
        expect(page.next).not.toBeNull()
      }
      expect(page.previous).toBeNull()
    })

    test('are sorted by the latest change, by pinyin and numbers, or by stage, in both directions', async () => {
      const times = (await list()).rows.map((row) => row.updated_at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      const names = (await list({ sort: 'name' })).rows.map(({ name }) => name)
      expect(names).toEqual(names.toSorted(new Intl.Collator('zh-u-kn-true').compare))
      expect(names.indexOf('保密协议 7')).toBeLessThan(names.indexOf('保密协议 12'))
      expect(names.indexOf('保密协议 42')).toBeLessThan(names.indexOf('租赁合同 5'))
      const stages = (await list({ sort: 'status' })).rows.map(({ stage }) => stage)
      expect(stages).toEqual(stages.toSorted((a, b) => b - a))
      const allIds = async (sort: string) => {
        const pages = [await list({ sort })]
        while (pages.at(-1)!.next) pages.push(await list({ sort, after: pages.at(-1)!.next! }))
        return pages.flatMap(({ rows }) => idsOf(rows))
      }
      for (const [one, other] of [
        ['recent', 'oldest'],
        ['name', 'name-desc'],
        ['status', 'status-desc'],
      ] as const)
        expect(await allIds(one)).toEqual((await allIds(other)).reverse())
    })

    test('show the total, and link to the next, previous and first page', async () => {
      const readPage = async (path: string) => (await cast.lin.client.get(path)).text()
      const linkIn = (html: string, rel: string) =>
        new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
      const firstPage = await readPage('/mgmt/my-docs?sort=name')
      expect([firstPage.includes('>45 documents<'), linkIn(firstPage, 'prev')]).toEqual([true, undefined])
      expect(firstPage).toMatch(
        /<th[^>]*aria-sort="ascending"[^>]*><a href="\/mgmt\/my-docs\?sort=name-desc"/,
      )
      const two = await readPage(linkIn(firstPage, 'next')!)
      expect(two).toContain('href="/mgmt/my-docs?sort=name">First page')
      const back = await readPage(linkIn(two, 'prev')!)
      const rows = (html: string) => /<tbody.*<\/tbody>/s.exec(html)![0].match(/\/mgmt\/[0-9a-f-]{36}\//g)
      expect(rows(back)).toEqual(rows(firstPage))
      expect(rows(two)).not.toEqual(rows(firstPage))
    })

    test('begin at the start if the cursor is invalid', async () => {
      const beginning = idsOf((await list()).rows)
      for (const day of ['-271821-04-20', '-004713-01-01', '+275760-09-12', '0000-01-01', '2026-02-30'])
        for (const back of ['after', 'before'])
          for (const page of ['', 'tab=templates&']) {
            const cursor = JSON.stringify([`${day}T00:00:00.000Z`, newId()])
            const path = `/mgmt/my-docs?${page}${back}=${encodeURIComponent(cursor)}`
            expect([path, (await cast.lin.client.get(path)).status]).toEqual([path, 200])
          }
      for (const after of ['x', '[]', '["x","y"]', '[1,2]', '{}', '["2026-01-01T00:00:00Z","no id"]'])
        expect([after, idsOf((await list({ after })).rows)]).toEqual([after, beginning])
      for (const sort of ['', 'id', 'constructor'])
        expect([sort, idsOf((await list({ sort })).rows)]).toEqual([sort, beginning])
    })

    test('use the index of their order for any number of documents', async () => {
      await sql`analyze documents.document`.execute(db)
      const planOf = async (order: string) => {
        const [by] = ORDERS[order]!
        const { rows } = await db.transaction().execute(async (trx) => {
          await sql`set local enable_seqscan = off`.execute(trx)
          await sql`set local enable_sort = off`.execute(trx)
          return sql<Record<string, string>>`explain select id from documents.document as document
          where team_id = ${cast.lin.viewer.teamId} and deleted_at is null order by ${by} limit 21`.execute(
            trx,
          )
        })
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      for (const order of Object.keys(ORDERS)) expect(await planOf(order)).toContain(order)
    })
  })

  const ORDERS = {
    document_recent: [sql`updated_at desc, id desc`],
    document_by_stage: [sql`stage desc, updated_at desc, id desc`],
    document_by_name: [sql`name collate documents.by_name, id`],
  } as Record<string, [ReturnType<typeof sql>]>

  describe('a search', () => {
    test('finds names, numbers and counterparties in either language, and counts them', async () => {
      expect(await total()).toBe(DOCUMENTS)
      expect(await total({ keyword: '租赁' })).toBe((await list({ keyword: '租赁' })).rows.length)
      expect(await total({ keyword: 'n-44' })).toBe(1)
      expect(await total({ keyword: '凯瑞' })).toBe(1)
      expect(idsOf((await list({ keyword: 'kestrel robot' })).rows)).toEqual([firstId])
      expect(await total({ keyword: '100%_' })).toBe(9)
      expect(await total({ keyword: '%' })).toBe(9)
      expect(await total({ keyword: 'zzzz' })).toBe(0)
    })

    test('has the same box with its icon in every list', async () => {
      const box =
        /<input(?=[^>]*name="keyword")(?=[^>]*type="search")[^>]*><button(?=[^>]*type="submit")[^>]*aria-label="Search"/
      for (const [who, path] of [
        ...['/mgmt/my-docs', '/mgmt/doc-lib', '/mgmt/new-doc', '/mgmt/faq-list', '/faq'].map(
          (one) => ['lin', one] as const,
        ),
        ['ruo', '/desk/accounts'] as const,
      ])
        expect([path, box.test(await (await cast[who].client.get(path)).text())]).toEqual([path, true])
    })

    test('without a match shows the search terms, and links to all documents', async () => {
      const { client } = cast.lin
      const html = await (await client.get('/mgmt/my-docs?keyword=zzzz%3Cb%3E')).text()
      expect(html).toContain('Nothing found for “zzzz&lt;b&gt;”')
      expect(html).toMatch(/<a class="[^"]*" href="\/mgmt\/my-docs">Show all documents/)
    })

    test('by the word for a state finds its documents', async () => {
      for (const [index, status] of STAGES.entries()) {
        const { rows } = await list({ status })
        expect(rows.length).toBeGreaterThan(3)
        expect(rows.every((row) => row.status === status && row.stage === index + 1)).toBe(true)
      }
    })
  })

  describe('the other party', () => {
    const readStored = async () => {
      const { counterparty, counterparty_en } = await findDocument(db, cast.lin.viewer, firstId)
      return [counterparty, counterparty_en]
    }
    const saveParties = async (names: [string, string][]) => {
      const { answers, version } = await findDocument(db, cast.lin.viewer, firstId)
      const parties = names.map(([name, nameEn], index) => ({ ...answers.parties[index % 2]!, name, nameEn }))
      const saved = await saveAnswers(db, cast.lin.viewer, firstId, {
        version,
        answers: { ...answers, parties },
      })
      expect('version' in saved).toBe(true)
    }

    test('is shown in the row with its name in the reader’s language', async () => {
      const row = async (locale: string) => (await list({ keyword: '凯瑞' }, locale)).rows[0]!.counterparty
      expect([await row('zh_CN'), await row('en_US')]).toEqual(['凯瑞机器人有限公司', 'Kestrel Robotics Ltd'])
      const html = await (await cast.lin.client.get('/mgmt/my-docs?keyword=kestrel')).text()
      expect(html).toMatch(/Kestrel Robotics Ltd<\/span>/)
      expect(await (await cast.lin.client.get('/mgmt/home')).text()).toContain('Kestrel Robotics Ltd')
    })

    // The name of the team, Lotus Trading, is also a search term.
    test.each([
      [
        'nobody yet',
        [
          ['', ''],
          ['', ''],
        ],
        ['', ''],
      ],
      [
        'Party B, if neither party is ours',
        [
          ['甲公司', ''],
          ['乙公司', ''],
        ],
        ['乙公司', '乙公司'],
      ],
      [
        'Party A, if Party B is ours',
        [
          ['甲公司', 'Alpha'],
          ['莲花', 'lotus trading'],
        ],
        ['甲公司', 'Alpha'],
      ],
      [
        'all but ours',
        [
          ['', 'Lotus'],
          ['乙', 'Beta'],
          ['', 'Gamma'],
        ],
        ['乙、Gamma', 'Beta, Gamma'],
      ],
    ] as [string, [string, string][], [string, string]][])('is %s', async (_, names, expected) => {
      await saveParties(names)
      expect(await readStored()).toEqual(expected)
    })

    test('is shortened if it is very long', () => {
      const party = { name: '名'.repeat(400), nameEn: '' }
      const { counterparty } = counterpartiesIn(
        { parties: [{}, party].map((one) => ({ name: '', nameEn: '', ...one })) } as never,
        'x',
      )
      expect(counterparty).toHaveLength(300)
    })
  })
})
