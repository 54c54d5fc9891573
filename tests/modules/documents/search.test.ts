import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { renameDocument } from '#modules/documents/document.ts'
import { readFilter } from '#modules/documents/list/filter.ts'
import { listDocuments } from '#modules/documents/list/list.ts'
import { indexDocuments } from '#modules/documents/list/search-index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'

/** More documents than the ordered scan reads before the index is used. */
const MANY = 2400

let db: Db
let cast: Cast
let draft: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  draft = (await filledDraft(db, cast.lin.viewer)).id
  await sql`
    insert into documents.document (id, team_id, creator_id, name, number, status, template_code, template, answers,
      saved_by, created_at, updated_at, words)
    select gen_random_uuid(), team_id, case when n % 2 = 0 then ${cast.zhou.viewer.id}::uuid else creator_id end,
      case when n % 500 = 499 then '欧阳若兰的顾问合同' when n % 3 = 0 then '房屋租赁合同' else 'Lease' end || ' ' || n,
      'N-' || n, 'draft', template_code, '{"category": "services"}', '{}', saved_by, created_at,
      created_at - n * interval '1 minute', case when n = 1777 then 'delivery of the quince trees' else '' end
    from documents.document, generate_series(1, ${MANY}) as n where id = ${draft}`.execute(db)
})

const find = async (viewer: Viewer, keyword: string, query: Record<string, string> = {}) => {
  const filter = readFilter({ ...query, keyword })
  const { rows, next, total } = await listDocuments(db, viewer, filter, 'en_US')
  return { names: rows.map(({ name }) => name), next, total }
}
const expected = (...ns: number[]) => ns.map((n) => `欧阳若兰的顾问合同 ${n}`)

/**
 * Checks the results for rare and common words on each way to find them. Repeated, because PostgreSQL uses a
 * generic plan after the fifth execution.
 */
async function expectFound() {
  const { lin } = cast
  for (let time = 0; time < 6; time++) {
    expect((await find(lin.viewer, '欧阳若兰')).names).toEqual(expected(499, 999, 1499, 1999))
    expect((await find(lin.viewer, '欧阳若兰', { sort: 'oldest' })).names[0]).toBe('欧阳若兰的顾问合同 1999')
    expect(await find(lin.viewer, 'Quince')).toMatchObject({ names: ['Lease 1777'], total: 1 })
    expect(await find(lin.viewer, 'n-1777')).toMatchObject({ names: ['Lease 1777'], total: 1 })
    expect(await find(lin.viewer, 'zzz')).toEqual({ names: [], next: null, total: 0 })
  }
  const { names, next, total } = await find(lin.viewer, '租赁')
  expect([names.length, names[0], total > 20]).toEqual([20, '房屋租赁合同 3', true])
  expect((await find(lin.viewer, '租赁', { after: next! })).names[0]).toBe('房屋租赁合同 63')
}

// The second test depends on the first.
test('finds both indexed documents and documents that are not indexed yet', async () => {
  await expectFound()
  await indexDocuments.now(db, {})
  const { rows } = await sql`select 1 from documents.document where not searched`.execute(db)
  expect(rows).toEqual([])
  await sql`analyze documents.document, documents.search`.execute(db)
  await expectFound()
})

test('finds a new name immediately, the old name no longer, and a colleague’s documents only for people who can see them', async () => {
  const { lin, ruo, hannah } = cast
  await renameDocument(db, lin.viewer, draft, { name: '吉原的保密协议', number: 'X-1' })
  expect((await find(lin.viewer, '吉原')).names).toEqual(['吉原的保密协议'])
  await indexDocuments.now(db, {})
  await renameDocument(db, lin.viewer, draft, { name: '平田的保密协议', number: 'X-1' })
  expect([(await find(lin.viewer, '吉原')).total, (await find(lin.viewer, '平田')).total]).toEqual([0, 1])
  for (const { viewer } of [ruo, hannah]) expect((await find(viewer, '欧阳若兰')).total).toBe(0)
})

test('reads only a few of a team’s documents for rare words', async () => {
  await indexDocuments.now(db, {})
  await sql`analyze documents.document, documents.search`.execute(db)
  const readBy = async (work: (trx: Db) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      const count = async () => {
        const { rows } = await sql<{ rows: number }>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_xact_user_tables
          where schemaname = 'documents'`.execute(trx)
        return Number(rows[0]!.rows)
      }
      const countBefore = await count()
      await work(trx)
      return (await count()) - countBefore
    })
  const filter = readFilter({ keyword: '欧阳若兰' })
  const read = await readBy((trx) => listDocuments(trx, cast.lin.viewer, filter, 'en_US'))
  expect(read).toBeLessThan(400)
  expect(await readBy((trx) => sql`select from documents.document`.execute(trx))).toBeGreaterThan(MANY)
})
