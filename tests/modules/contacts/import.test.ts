import { zipSync } from 'fflate'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseImports, eraseOldImports } from '#modules/contacts/import/pending-import.ts'
import { readFile } from '#modules/contacts/import/read-file.ts'
import { listContacts, readFilter } from '#modules/contacts/list.ts'
import { DAY } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { setUpClock } from '#tests/cast/test-context.ts'
import { importFile, sendContacts, shownFields } from '#tests/support/contact-import.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  await db.deleteFrom('contacts.contact').execute()
  await db.deleteFrom('contacts.import').execute()
})
const pass = setUpClock()

const readStored = async () =>
  (await listContacts(db, cast.lin.viewer, readFilter({ type: 'external' }))).rows
const names = async () => (await readStored()).map(({ name }) => name)
const readPage = async (path: string | null) => (await cast.lin.client.get(path!)).text()
/** Uploads a file; returns the address of the next step. */
const sendText = async (text: string) => (await sendContacts(cast.lin.client, text)).headers.get('location')!

const SHEET = 'Name,Email,Mobile,Group\nMaria Santos,maria@kestrel.example,,Suppliers\n陈莲,,138 0000 1111,\n'

test('the people of a spreadsheet are imported in order, whatever the language of its head', async () => {
  const answer = await importFile(cast.lin.client, SHEET)
  expect(await readPage(answer.headers.get('location'))).toContain('2 contacts added, 0 updated, 0 skipped.')
  expect(
    (await readStored()).map(({ name, email, mobile, group_name }) => [name, email, mobile, group_name]),
  ).toEqual([
    ['Maria Santos', 'maria@kestrel.example', '', 'Suppliers'],
    ['陈莲', '', '+8613800001111', ''],
  ])
  await importFile(cast.lin.client, '姓名;邮箱\nOda;oda@kestrel.example\n')
  await importFile(cast.lin.client, '\ufeff姓名\t電子信箱\r\nIda\tida@kestrel.example\r\n')
  expect(await names()).toEqual(['Maria Santos', '陈莲', 'Oda', 'Ida'])
})

test('each column is shown with its content, and columns that are not imported are named before anything is stored', async () => {
  const path = await sendText('Name,Email,Birthday,Firm\nOda,oda@kestrel.example,1990-01-01,Kestrel\n')
  const html = await readPage(path)
  expect(shownFields(html)).toEqual({
    column0: 'name',
    column1: 'email',
    column2: '',
    column3: '',
    region: 'CN',
  })
  for (const words of ['Birthday', '1990-01-01', 'Kestrel']) expect(html).toContain(words)
  const response = await cast.lin.client.post(path, {
    ...shownFields(html),
    column3: 'organisation',
  })
  const preview = await readPage(response.headers.get('location'))
  expect(preview).toContain('These columns are not imported: Birthday')
  expect(preview).toContain('1 new contact<')
  expect(await names()).toEqual([])
  expect(shownFields(await readPage(path)).column3).toBe('organisation')
  await cast.lin.client.post(`${path}/preview`, { seen: shownFields(preview).seen! })
  expect((await readStored()).map(({ name, organisation }) => [name, organisation])).toEqual([
    ['Oda', 'Kestrel'],
  ])
})

test('a file without a head is read from its first row, and its columns are named manually', async () => {
  const columns = { column0: 'name', column1: 'email' }
  await importFile(cast.lin.client, 'Oda,oda@kestrel.example\nIda,ida@kestrel.example\n', { columns })
  expect(await names()).toEqual(['Oda', 'Ida'])
})

test('columns without a name, or without email and mobile, are rejected, and the choice is kept', async () => {
  const path = await sendText(SHEET)
  const refusal = await cast.lin.client.post(path, { column0: 'group', column1: 'email' })
  const html = await refusal.text()
  expect([refusal.status, html.includes('Choose a column for the name.')]).toEqual([422, true])
  expect(shownFields(html)).toMatchObject({ column0: 'group', column1: 'email' })
  const unreachable = await cast.lin.client.post(path, { column0: 'name', column3: 'phones' })
  expect(await unreachable.text()).toContain('Choose a column for the email or the mobile number.')
  expect((await cast.lin.client.get(`${path}/preview`)).headers.get('location')).toBe(path)
})

test('faulty rows are shown with line, column and reason, and are left out', async () => {
  const sheet = [
    'Name,Email,Mobile',
    'Maria,maria@kestrel.example,',
    ',nobody@kestrel.example,',
    'Oda,oda,',
    '"Ida\nBerg",,',
    'Eva,Maria@Kestrel.example,12',
  ].join('\n')
  const path = await sendText(sheet)
  const response = await cast.lin.client.post(path, shownFields(await readPage(path)))
  const html = await readPage(response.headers.get('location'))
  const rows = [...html.matchAll(/<td[^>]*>(\d+)<\/td><td[^>]*>([^<]*)<\/td><td[^>]*>([^<]*)</g)]
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['3', 'Name', 'This field is required'],
    ['4', 'Email', 'Format is incorrect'],
    ['6', 'Email', 'Enter an email or a mobile number.'],
    ['7', 'Mobile', expect.stringContaining('not a mobile number')],
  ])
  expect(html).toContain('4 rows with an error')
  await cast.lin.client.post(`${path}/preview`, { seen: shownFields(html).seen! })
  expect(await names()).toEqual(['Maria'])
})

test('a missing, broken, empty or too large file is refused with an explanation', async () => {
  const cases: [string, string][] = [
    ['', 'Choose a file.'],
    ['Name,Email\n"Maria,maria@kestrel.example\n', 'a quotation mark is not closed'],
    ['Name,Email\n\n', 'has no contacts'],
    [`Name,Email\n${'x,y@kestrel.example\n'.repeat(5001)}`, 'more contacts than can be imported'],
    [`Name\n${'x'.repeat(2 * 1024 * 1024)}`, 'too large'],
    [`${'a,'.repeat(300)}a\n${'b,'.repeat(300)}b\n`, 'too many columns'],
    ['BEGIN:VCARD\nFN:Oda\n', 'Line 1: The card that begins here has no end.'],
    ['PK\x03\x04 and nothing', 'not an Excel file'],
  ]
  for (const [text, words] of cases) {
    const answer = await sendContacts(cast.lin.client, text)
    expect([answer.status, (await answer.text()).includes(words), words]).toEqual([422, true, words])
  }
  const old = await sendContacts(cast.lin.client, Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))
  expect(await old.text()).toContain('This is an old Excel file (.xls).')
})

test('existing contacts, found by email, mobile or name, are skipped, updated or added as chosen', async () => {
  await importFile(
    cast.lin.client,
    'Name,Organisation,Email,Mobile\nMaria,Kestrel,maria@kestrel.example,13800001111\n陈莲,莲花贸易,,13800002222\nOda,Kestrel,oda@kestrel.example,\n',
  )
  const again =
    'Name,Organisation,Email,Mobile\nMaria S.,,maria@kestrel.example,\n陳蓮,蓮花貿易,lian@lotus.example,13800003333\nO. Berg,Kestrel,,138 0000 1111\nZoe,,zoe@kestrel.example,\n'
  const path = await sendText(again)
  const named = await cast.lin.client.post(path, shownFields(await readPage(path)))
  const html = await readPage(named.headers.get('location'))
  expect(html).toContain('2 contacts that you already have')
  expect(shownFields(html)).toMatchObject({ email: 'skip', other: 'skip' })
  const { seen = '' } = shownFields(html)
  const done = await cast.lin.client.post(`${path}/preview`, { seen, email: 'update', other: 'update' })
  expect(done.headers.get('location')).toContain('imported=2&updated=2&skipped=0')
  expect(
    (await readStored()).map(({ name, organisation, email, mobile }) => [name, organisation, email, mobile]),
  ).toEqual([
    ['Maria S.', 'Kestrel', 'maria@kestrel.example', '+8613800001111'],
    ['陳蓮', '蓮花貿易', 'lian@lotus.example', '+8613800003333'],
    ['Oda', 'Kestrel', 'oda@kestrel.example', ''],
    ['O. Berg', 'Kestrel', '', '+8613800001111'],
    ['Zoe', '', 'zoe@kestrel.example', ''],
  ])
  const skipped = await importFile(cast.lin.client, again)
  expect(skipped.headers.get('location')).toContain('imported=0&updated=0&skipped=4')
  const otherValues = { duplicates: { other: 'add' } }
  const response = await importFile(cast.lin.client, 'Name,Mobile\nMaria,13800001111\n', otherValues)
  expect(response.headers.get('location')).toContain('imported=1&updated=0&skipped=0')
})

test('a file is imported once even if two people do it concurrently, and then redirects to its result', async () => {
  const path = await sendText(SHEET)
  await cast.lin.client.post(path, shownFields(await readPage(path)))
  const { seen = '' } = shownFields(await readPage(`${path}/preview`))
  const results = await Promise.all([1, 2].map(() => cast.lin.client.post(`${path}/preview`, { seen })))
  for (const answer of results) expect(answer.headers.get('location')).toContain('imported=2')
  for (const step of ['', '/preview'])
    expect((await cast.lin.client.get(`${path}${step}`)).headers.get('location')).toContain('imported=2')
  expect((await cast.lin.client.post(path, {})).headers.get('location')).toContain('imported=2')
  expect(await names()).toEqual(['Maria Santos', '陈莲'])
  const { sheet, file_name } = await db.selectFrom('contacts.import').selectAll().executeTakeFirstOrThrow()
  expect([sheet, file_name]).toEqual([null, ''])
})

test('rows are imported only as displayed: changed columns are shown again first', async () => {
  const path = await sendText(SHEET)
  await cast.lin.client.post(path, shownFields(await readPage(path)))
  const { seen = '' } = shownFields(await readPage(`${path}/preview`))
  await cast.lin.client.post(path, { column0: 'name', column1: 'email' })
  const answer = await cast.lin.client.post(`${path}/preview`, { seen })
  expect([answer.headers.get('location'), await names()]).toEqual([`${path}/preview`, []])
})

test('a file is visible only to its sender, requires the permission, and is erased when cancelled or a day old', async () => {
  const { lin, zhou, hannah } = cast
  const path = await sendText(SHEET)
  await db
    .updateTable('accounts.account')
    .set({ grants: ['document.create'] })
    .where('username', '=', 'zhou')
    .execute()
  for (const { client } of [zhou, hannah])
    for (const step of ['', '/preview', '/removal']) {
      if (step !== '/removal') expect((await client.get(`${path}${step}`)).status).toBe(404)
      expect((await client.post(`${path}${step}`, {})).status).toBe(404)
    }
  await db.updateTable('accounts.account').set({ grants: [] }).where('username', '=', 'zhou').execute()
  expect((await sendContacts(zhou.client, SHEET)).status).toBe(403)
  expect((await zhou.client.get('/mgmt/contacts/import')).status).toBe(403)
  const response = await lin.client.post(`${path}/removal`)
  expect(response.headers.get('location')).toBe('/mgmt/contacts?type=external')
  expect(await (await lin.client.get(path)).text()).toContain('Choose the file again.')
  const remaining = async () => (await db.selectFrom('contacts.import').select('id').execute()).length
  await sendText(SHEET)
  expect(await remaining()).toBe(1)
  pass(DAY + 1000)
  await eraseOldImports.now(db, {})
  expect(await remaining()).toBe(0)
  for (let n = 0; n < 7; n++) await sendText(SHEET)
  expect(await remaining()).toBe(5)
  await eraseImports(db, { accountId: lin.viewer.id, teamIds: [cast.hannah.viewer.teamId] })
  expect(await remaining()).toBe(0)
})

const xml = (text: string) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

function workbook(rows: string[]) {
  const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
  return zipSync({
    'xl/workbook.xml': xml('<workbook/>'),
    'xl/styles.xml': xml('<styleSheet/>'),
    'xl/worksheets/sheet1.xml': xml(sheet),
  }) as Uint8Array<ArrayBuffer>
}

test('a workbook is read with its full numbers, and its row numbers as in the spreadsheet', async () => {
  const book = workbook([
    `<row r="1">${cell('A1', '姓名')}${cell('B1', '手机')}${cell('C1', '邮箱')}</row>`,
    `<row r="3">${cell('A3', '陈莲')}<c r="B3"><v>1.38E+10</v></c></row>`,
    `<row r="4">${cell('A4', 'Oda')}<c r="B4"><v>13800002222</v></c>${cell('C4', 'oda@kestrel.example')}</row>`,
  ])
  const sheet = readFile(book)
  expect(sheet).toMatchObject({ rows: [{ line: 3 }, { line: 4 }] })
  const answer = await importFile(cast.lin.client, book, { name: 'contacts.xlsx' })
  expect(answer.headers.get('location')).toContain('imported=2')
  expect((await readStored()).map(({ mobile }) => mobile)).toEqual(['+8613800000000', '+8613800002222'])
})

test('a workbook that unpacks to far more than its size, or contains too many cells, is rejected', () => {
  const bomb = zipSync({
    'xl/workbook.xml': xml('<workbook/>'),
    'xl/worksheets/sheet1.xml': new Uint8Array(40 * 1024 * 1024),
  })
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
  expect(readFile(bomb)).toEqual({ line: 1, problem: 'contacts.import.workbook' })
  const longText = 'x'.repeat(300)
  const row = (at: number) =>
    `<row r="${at}">${['A', 'B', 'C', 'D'].map((column) => cell(`${column}${at}`, longText)).join('')}</row>`
  const wide = workbook(Array.from({ length: 4900 }, (_, n) => row(n + 1)))
  expect(readFile(wide)).toEqual({ line: 1, problem: 'contacts.import.tooLarge' })
})
