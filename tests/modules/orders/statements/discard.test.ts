import { beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { postFiles } from '#tests/support/upload.ts'

const HOME = '/desk/statements'
let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

let references = 0
async function upload(name: string, heading = 'Date,Credit,Reference,Remark') {
  const text = `${heading}\n${shanghaiDay()},12.00,R${++references},no order`
  const bytes = new TextEncoder().encode(text)
  const answer = await postFiles(cast.ruo.client, HOME, {}, [{ field: 'file', name, bytes }])
  return answer.headers.get('location')!.split('/')[3]!
}
const ruo = () => cast.ruo.client
const list = async () => (await ruo().get(HOME)).text()
const loggedActions = async () => {
  const rows = await db
    .selectFrom('accounts.desk_action')
    .select('subject')
    .where('action', '=', 'discard-statement')
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}

test('an upload is listed by its file name, and discarded with an entry in the staff log', async () => {
  const id = await upload('November <b>.csv')
  const html = await list()
  expect(html).toContain('November _b_.csv')
  expect(html).toContain(`${HOME}/${id}/removal`)
  const done = await ruo().post(`${HOME}/${id}/removal`)
  expect(done.headers.get('location')).toBe(`${HOME}?done=discarded`)
  expect(await list()).not.toContain('November')
  expect(await loggedActions()).toEqual(['November _b_.csv'])
  expect((await ruo().post(`${HOME}/${id}/removal`)).status).toBe(404)
})

test('an upload whose columns are unnamed can be discarded too', async () => {
  const id = await upload('strange.csv', 'A,B,C,D')
  expect(await (await ruo().get(`${HOME}/${id}/columns`)).text()).toContain(`${HOME}/${id}/removal`)
  expect((await ruo().post(`${HOME}/${id}/removal`)).status).toBe(303)
})

test('an upload cannot be discarded once one of its rows was recorded, even at the same time', async () => {
  const id = await upload('kept.csv')
  const [discarded, recorded] = await Promise.all([
    ruo().post(`${HOME}/${id}/removal`),
    ruo().post(`${HOME}/${id}/credits`),
  ])
  const reference = `R${references}`
  const paid = await db.selectFrom('orders.payment').select('id').where('reference', '=', reference).execute()
  expect([[303, 404, 0].join(), [409, 303, 1].join()]).toContain(
    [discarded!.status, recorded!.status, paid.length].join(),
  )
  const second = await upload('second.csv')
  await ruo().post(`${HOME}/${second}/credits`)
  const refused = await ruo().post(`${HOME}/${second}/removal`)
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('Rows of this statement have been recorded'),
  ])
  expect(await list()).not.toContain(`${HOME}/${second}/removal`)
})

test('an upload is visible to staff only', async () => {
  const id = await upload('mine.csv')
  expect((await cast.lin.client.post(`${HOME}/${id}/removal`)).status).toBe(404)
  expect((await ruo().post(`${HOME}/x/removal`)).status).toBe(404)
  expect((await ruo().get(`${HOME}/${id}/removal`)).headers.get('location')).toBe(`${HOME}/${id}`)
})
