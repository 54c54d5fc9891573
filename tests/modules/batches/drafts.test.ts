import { beforeAll, describe, expect, test } from 'vitest'
import {
  beginBatch,
  cancelBatch,
  deleteOldBatches,
  findBatch,
  removeBatch,
  storeRows,
} from '#modules/batches/batch.ts'
import { beginDrafts, makeDrafts } from '#modules/batches/make-drafts.ts'
import { findDocument } from '#modules/documents/index.ts'
import { usesLeft } from '#modules/orders/index.ts'
import { DAY } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpClock } from '#tests/cast/test-context.ts'
import { sendTable } from '#tests/support/batch-table.ts'
import { testDatabase } from '#tests/support/database.ts'
import { caseCount } from '#tests/support/runs.ts'

const ROWS = caseCount(60, 500)

let db: Db
let cast: Cast
let draft: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 700)
  draft = (await filledDraft(db, cast.lin.viewer)).id
})
const pass = setUpClock()

const lin = () => cast.lin.viewer
const find = (id: string) => findBatch(db, lin(), id)
const begin = () => beginBatch(db, lin(), { draft })
const unusedUses = async () => (await usesLeft(db, lin(), (await find(await begin())).kind)).unused
const states = async (id: string) => (await find(id)).rows.map(({ state }) => state)

const person = (n: number) => ({ number: n + 1, cells: { 'party:b.name': `Person ${n}` } })
const people = (count: number) => Array.from({ length: count }, (_, n) => person(n + 1))

/** Creates a batch with `count` rows. */
async function fillBatch(count: number): Promise<string> {
  const id = await begin()
  await storeRows(db, lin(), await find(id), { rows: people(count), ignored: [] })
  return id
}

test('each row becomes a draft that differs from the model only in the table’s values', async () => {
  const id = await fillBatch(2)
  await beginDrafts(db, lin(), id)
  await workWaitingJobs(db)
  const batch = await find(id)
  expect(batch.state).toBe('drafted')
  const documents = await Promise.all(batch.rows.map((row) => findDocument(db, lin(), row.document_id!)))
  expect(documents.map(({ answers }) => answers.parties[1]!.name)).toEqual(['Person 1', 'Person 2'])
  const model = await findDocument(db, lin(), draft)
  expect(documents[0]!.answers.parties[0]).toEqual(model.answers.parties[0])
  expect(documents[0]!.answers.fields).toEqual(model.answers.fields)
})

test(`${ROWS} rows become ${ROWS} drafts and take ${ROWS} uses`, async () => {
  const countBefore = await unusedUses()
  const id = await fillBatch(ROWS)
  await beginDrafts(db, lin(), id)
  await workWaitingJobs(db)
  const { rows, state } = await find(id)
  expect(state).toBe('drafted')
  expect(new Set(rows.map(({ document_id }) => document_id)).size).toBe(ROWS)
  expect(countBefore - (await unusedUses())).toBe(ROWS)
}, 300_000)

describe('a repeated job or request', () => {
  test('the job makes no second draft when it is run again, or by two workers concurrently', async () => {
    const id = await fillBatch(5)
    const countBefore = await unusedUses()
    await beginDrafts(db, lin(), id)
    await Promise.all([makeDrafts.now(db, { id }), makeDrafts.now(db, { id })])
    await workWaitingJobs(db)
    await makeDrafts.now(db, { id })
    expect(await states(id)).toEqual(Array(5).fill('drafted'))
    expect(countBefore - (await unusedUses())).toBe(5)
  })

  test('a second click on the button is refused while drafts are made', async () => {
    const id = await fillBatch(1)
    await beginDrafts(db, lin(), id)
    await expect(beginDrafts(db, lin(), id)).rejects.toMatchObject({ code: 'BATCH_STATUS_WRONG' })
    await workWaitingJobs(db)
    await expect(beginDrafts(db, lin(), id)).rejects.toMatchObject({ code: 'BATCH_EMPTY' })
  })
})

test('a cancelled batch keeps its drafts and makes no more drafts', async () => {
  const id = await fillBatch(3)
  await beginDrafts(db, lin(), id)
  await cancelBatch(db, lin(), id)
  await workWaitingJobs(db)
  expect(await states(id)).toEqual(['good', 'good', 'good'])
  expect(await (await cast.lin.client.get(`/mgmt/batches/${id}`)).text()).toContain('Not created')
})

test('the pages lead from the template to the drafts without script', async () => {
  const { client } = cast.lin
  const detail = await (await client.get('/mgmt/new-doc?template=mutual-nda')).text()
  expect(detail).toContain('/mgmt/batches/new?template=mutual-nda')
  const models = await (await client.get('/mgmt/batches/new?template=mutual-nda')).text()
  expect(models).toContain(draft)
  expect(models).not.toContain('Person 1')
  const response = await client.post('/mgmt/batches', { template: 'mutual-nda', draft })
  const path = response.headers.get('location')!
  const id = path.split('/').pop()!
  const heads = await (await client.get(`${path}/table.csv`)).text()
  expect(heads).toContain('Project')
  await sendTable(
    client,
    id,
    'Party B · Organisation name,Party B · Email,Notes\nMaria Santos,maria@kestrel.example,x\nOda,oda,y\n',
  )
  const checked = await (await client.get(path)).text()
  expect(checked).toContain('These columns are not read: Notes')
  expect(checked).toContain('Format is incorrect')
  await client.post(`${path}/rows/3`, { cell1: 'Oda' })
  await client.post(`${path}/drafting`, {})
  await workWaitingJobs(db)
  const result = await (await client.get(`${path}/result.csv`)).text()
  expect(result).toContain('Draft created')
})

test('a removed batch, or one unchanged for 30 days, is deleted; its drafts stay', async () => {
  const batchIds = [await fillBatch(1), await fillBatch(1)]
  for (const id of batchIds) await beginDrafts(db, lin(), id)
  await workWaitingJobs(db)
  const rows = await Promise.all(batchIds.map(async (id) => (await find(id)).rows[0]!.document_id!))
  await removeBatch(db, lin(), batchIds[0]!)
  await deleteOldBatches.now(db, {})
  expect((await find(batchIds[1]!)).rows).toHaveLength(1)
  pass(31 * DAY)
  await deleteOldBatches.now(db, {})
  for (const id of batchIds) await expect(find(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const id of rows) expect((await findDocument(db, lin(), id)).id).toBe(id)
})
