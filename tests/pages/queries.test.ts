import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { note } from '#tests/support/measured.ts'
import { addressOf, clientFor, type Route, siteRoutes } from '#tests/support/routes.ts'
import { caseCount } from '#tests/support/runs.ts'

/**
 * Pages without database queries, pages for which the world has no data, evidence bundles, and the table of
 * all documents, which is read in pages.
 */
const NOT_COUNTED = new RegExp(
  [
    /(not-found|forbidden|permission|:page|earlier-signatures|evidence\.zip|documents\.csv)$/,
    /^\/review\/(login|logout|review-complete|review-invalid)$/,
    /^\/desk\/(feedback\/:id\/attachment|orders\/:id\/slip|signings\/:id\/end)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** The maximum number of queries of a page. The desk and the account information combine several modules. */
const maxQueries = (path: string) => (path.startsWith('/desk/') ? 6 : path === '/mgmt/acct-info' ? 4 : 3)
const MANY = caseCount(1_000, 10_000)

/** Only the author of a comment can show it to everyone, and an outsider wrote the comment in the world. */
const NOT_THE_AUTHOR = ['/mgmt/:id', '/mgmt/:id/review'].map((at) => `${at}/comments/:comment/sharing`)

/** Routes that the world cannot answer, because they need more than an address, or another person. */
const UNANSWERED = [
  '/mgmt/invitations/:id',
  '/mgmt/contacts/merge',
  '/signing/:id/seal/picture',
  ...NOT_THE_AUTHOR,
]

let db: Db
let world: World
let pages: Route[]

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  pages = siteRoutes(db).filter(
    ({ method, path }) =>
      method === 'GET' && /^\/(mgmt|signing|review|desk)\b/.test(path) && !NOT_COUNTED.test(path),
  )
})

/** Copies Lin's draft until her team has `count` documents, in all states, some by Zhou. */
async function fillUpTo(count: number) {
  const { rows } = await sql<{ have: number }>`select count(*) as have from documents.document
    where kind = 'drafted'`.execute(db)
  const have = rows[0]!.have
  await sql`
    insert into documents.document
      (id, team_id, creator_id, name, number, status, template_code, template, answers, saved_by, created_at, updated_at)
    select gen_random_uuid(), team_id, case when n % 3 = 0 then ${world.cast.zhou.viewer.id}::uuid else creator_id end,
      name || ' ' || n, 'N-' || n, (array['draft', 'finalised', 'completed'])[1 + n % 3], template_code, template,
      answers, saved_by, created_at, updated_at - n * interval '1 minute'
    from documents.document, generate_series(${have + 1}::int, ${count}::int) as n
    where id = ${world.draft.id}`.execute(db)
  await sql`analyze documents.document`.execute(db)
}

async function queriesOfAll(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const route of pages) {
    const address = addressOf(route, world)
    const { result, queries } = await countQueries(() => clientFor(route, world).get(address))
    const invited = !UNANSWERED.includes(route.path)
    expect([address, result.status < 400]).toEqual([address, invited])
    // For other people these addresses show the page of an unknown address.
    if (NOT_THE_AUTHOR.includes(route.path)) continue
    counts[route.path] = queries
  }
  return counts
}

// The tests depend on each other, in order.
describe('pages as the data grows', { shuffle: false }, () => {
  test('every private page makes at most three queries, of the desk six, and no more with many documents than with ten', async () => {
    expect(pages.length).toBeGreaterThan(12)
    await queriesOfAll()
    await fillUpTo(10)
    const queriesOfFew = await queriesOfAll()
    const shownFew = await rowsShown()
    await fillUpTo(MANY)
    const queriesOfMany = await queriesOfAll()
    expect([shownFew, await rowsShown()]).toEqual([10, 20])
    expect(queriesOfMany).toEqual(queriesOfFew)
    for (const [path, queries] of Object.entries(queriesOfMany)) {
      expect([path, queries > 0, queries <= maxQueries(path)]).toEqual([path, true, true])
    }
    const byLimit = Map.groupBy(Object.keys(queriesOfMany), maxQueries)
    for (const [what, limit] of [
      ['a private page', 3],
      ['the account information', 4],
      ['a page of the desk', 6],
    ] as const) {
      const max = Math.max(...byLimit.get(limit)!.map((path) => queriesOfMany[path]!))
      note(`queries of ${what}`, `${max} at most, with 10 documents and with ${MANY}`, {
        value: max,
        unit: 'queries',
        atMost: limit,
      })
    }
  })

  async function rowsShown(): Promise<number> {
    const html = await (await world.cast.lin.client.get('/mgmt/my-docs?tab=created')).text()
    return (html.match(/<tbody.*<\/tbody>/s)?.[0].match(/<tr\b/g) ?? []).length
  }

  test('a filtered, searched or continued list makes as many queries as the plain list', async () => {
    const { client } = world.cast.lin
    const count = async (query: string) =>
      (await countQueries(() => client.get(`/mgmt/my-docs?${query}`))).queries
    const plainCount = await count('')
    const html = await (await client.get('/mgmt/my-docs')).text()
    const cursor = /after=([^"&]+)/.exec(html)![1]!
    for (const query of [
      'status=draft',
      'keyword=N-1',
      'since=2020-01-01&until=2099-01-01',
      'sort=name',
      `after=${cursor}`,
      `before=${cursor}`,
    ])
      expect([query, await count(query)]).toEqual([query, plainCount])
    expect(await count(`deleted=${world.draft.id}`)).toBe(plainCount)
  })
})
