import { beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { deleteOldStatements } from '#modules/orders/desk/bank/statement.ts'
import { findOrder } from '#modules/orders/ordering/order.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { DAY, shanghaiDay } from '#src/core/clock.ts'
import { order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})

const today = shanghaiDay()
const HEADING = '何时,进,出,谁,说明,<b>号</b>'
const upload = (...rows: string[]) =>
  postFiles(cast.ruo.client, '/desk/statements', {}, [
    { field: 'file', name: 's.csv', bytes: new TextEncoder().encode(rows.join('\n')) },
  ])
const get = async (address: string) => {
  const answer = await cast.ruo.client.get(address)
  return { status: answer.status, html: (await answer.text()).replaceAll('<!-- -->', '') }
}
const CHOICE = {
  column0: 'date',
  column1: 'credit',
  column2: 'debit',
  column3: 'payer',
  column4: 'remark',
  column5: 'reference',
}

test('an unknown heading is shown; its columns are named once and remembered for the next file', async () => {
  const lin = (await findViewer(db, cast.lin.viewer.id))!
  const placed = await order(db, lin, 'single_1', { method: 'bank', period: 'once' })
  const row = `${today},99.00,,莲花贸易,${placed.number},M1`
  const address = (await upload(HEADING, row)).headers.get('location')!
  expect(address).toMatch(/\/columns$/)
  const home = address.replace('/columns', '')
  const { html } = await get(address)
  for (const words of ['Assign the columns', '何时', '&lt;b&gt;号&lt;/b&gt;', placed.number])
    expect(html).toContain(words)
  expect((await cast.ruo.client.get(home)).headers.get('location')).toBe(address)
  expect((await get('/desk/statements')).html).toContain('Columns not assigned')
  const post = (choice: object) => cast.ruo.client.post(address, { ...CHOICE, ...choice })
  for (const [choice, words] of [
    [{ column0: '' }, 'Choose exactly one column for the date'],
    [{ column2: 'amount' }, 'Choose exactly one column for the credit, or for the signed amount'],
    [{ column2: 'payer' }, 'Only the remark can have several columns'],
    [{ column0: 'payer', column3: 'date' }, 'Not a date'],
  ] as const) {
    const answer = await post(choice)
    expect([answer.status, (await answer.text()).includes(words)]).toEqual([422, true])
  }
  expect((await post({})).headers.get('location')).toBe(home)
  expect((await post({})).headers.get('location')).toBe(home)
  await cast.ruo.client.post(`${home}/confirmation`)
  expect((await findOrder(db, cast.lin.viewer, placed.id)).state).toBe('paid')
  const next = (await upload(`  ${HEADING} `, `${today},5.00,,a,b,M2`)).headers.get('location')!
  expect(next).not.toMatch(/\/columns$/)
  for (const name of ['lin', 'hannah'] as const) {
    const answers = [await cast[name].client.get(address), await cast[name].client.post(address, CHOICE)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  }
})

test('a table whose columns were not named is deleted after a month', async () => {
  const address = (await upload('甲,乙,丙', `${today},1.00,x`)).headers.get('location')!
  const id = address.split('/')[3]!
  const count = async () =>
    (await db.selectFrom('orders.statement').select('id').where('id', '=', id).execute()).length
  await deleteOldStatements.now(db, {})
  expect(await count()).toBe(1)
  const uploaded_at = new Date(Date.now() - 31 * DAY)
  await db.updateTable('orders.statement').set({ uploaded_at }).where('id', '=', id).execute()
  await deleteOldStatements.now(db, {})
  expect(await count()).toBe(0)
})
