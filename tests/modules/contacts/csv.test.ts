import { beforeAll, beforeEach, expect, test } from 'vitest'
import { guessChoice } from '#modules/contacts/import/heads.ts'
import { readFile } from '#modules/contacts/import/read-file.ts'
import { readRows } from '#modules/contacts/import/read-rows.ts'
import { listContacts, readFilter } from '#modules/contacts/list.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { importFile, sendContacts, shownFields } from '#tests/support/contact-import.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(() => db.deleteFrom('contacts.contact').execute())

const HOME = '/mgmt/contacts'
const SHEET = 'Name,Email,Mobile,Group\nMaria Santos,maria@kestrel.example,,Suppliers\n陈莲,,138 0000 1111,\n'
const readStored = async () =>
  (await listContacts(db, cast.lin.viewer, readFilter({ type: 'external' }))).rows

test('an exported file can be imported unchanged, and no cell is a formula', async () => {
  await importFile(cast.lin.client, SHEET)
  await cast.lin.client.post(HOME, {
    type: 'external',
    name: '=1+1',
    email: 'sum@kestrel.example',
    mobile: '+44 20 7946 0958',
  })
  const previousState = await readStored()
  const answer = await cast.lin.client.get(`${HOME}/contacts.csv?type=external`)
  const csv = await answer.text()
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="contacts-external.csv"')
  expect(csv.split(/[\r\n,]+/).filter((cell) => /^["']*[=+@-]/.test(cell) && !cell.startsWith("'"))).toEqual(
    [],
  )
  await db.deleteFrom('contacts.contact').execute()
  await importFile(cast.lin.client, csv)
  const bare = (rows: typeof previousState) => rows.map(({ id: _, position: __, ...row }) => row)
  expect(bare(await readStored())).toEqual(bare(previousState))
  expect(previousState.length).toBe(3)
  expect(await (await cast.hannah.client.get(`${HOME}/contacts.csv?type=external`)).text()).not.toContain(
    'Maria',
  )
})

test('numbers without a country code belong to the country that the person chose', async () => {
  const csv = 'Name,Mobile\n林淑芬,0923 456 789\n陈莲,13800001111\n'
  const wrongResponse = await importFile(cast.hannah.client, csv)
  expect(wrongResponse.headers.get('location')).toContain('imported=1&')
  await importFile(cast.hannah.client, csv, { columns: { region: 'TW' } })
  const numbers = await db
    .selectFrom('contacts.contact')
    .select('mobile')
    .where('team_id', '=', cast.hannah.viewer.teamId)
    .where('name', '=', '林淑芬')
    .execute()
  expect(numbers).toEqual([{ mobile: '+886923456789' }])
  const response = await sendContacts(cast.hannah.client, csv)
  const path = response.headers.get('location')!
  const proposed = async (locale: string) =>
    shownFields(await (await cast.hannah.client.get(`${path}?locale=${locale}`)).text()).region
  expect([await proposed('en_US'), await proposed('zh_TW')]).toEqual(['CN', 'TW'])
})

const readContacts = (bytes: Uint8Array, type: 'internal' | 'external' = 'external') => {
  const sheet = readFile(bytes)
  if ('problem' in sheet) throw new Error(sheet.problem)
  const choice = guessChoice(sheet, type)
  const unread = sheet.heads.filter((_, index) => !choice[index])
  return { ...readRows(sheet, choice, type, 'CN'), unread }
}

test('a file in Excel’s Chinese encoding is read', () => {
  // 姓名,邮箱 / 陈莲,lian@lotus.example in GB 18030
  const bytes = Buffer.from('d0d5c3fb2cd3cacfe40ab3c2c1ab2c6c69616e406c6f7475732e6578616d706c650a', 'hex')
  expect(readContacts(bytes).contacts).toMatchObject([{ name: '陈莲', email: 'lian@lotus.example' }])
})

test.each([
  ['姓名,单位,手机,邮箱', '陈莲,莲花贸易,13800001111,lian@lotus.example', '陈莲'],
  [
    'First Name,Last Name,Company,Mobile Phone,E-mail Address',
    'Maria,Santos,莲花贸易,13800001111,lian@lotus.example',
    'Maria Santos',
  ],
  ['姓,名,公司,电话,电子邮件', '陈,莲,莲花贸易,13800001111,lian@lotus.example', '陈莲'],
  [
    'Name,Organization 1 - Name,Phone 1 - Value,E-mail 1 - Value',
    '陈莲,莲花贸易,13800001111,lian@lotus.example',
    '陈莲',
  ],
  ['聯絡人,公司名稱,聯絡電話,電郵', '陈莲,莲花贸易,13800001111,lian@lotus.example', '陈莲'],
  ['*姓名,*单位,*手机号码,*邮箱', '陈莲,莲花贸易,13800001111,lian@lotus.example', '陈莲'],
])('the heads of other programs are known: %s', (head, row, name) => {
  expect(readContacts(Buffer.from(`${head}\n${row}\n`))).toMatchObject({
    faults: [],
    unread: [],
    contacts: [{ name, organisation: '莲花贸易', mobile: '+8613800001111', email: 'lian@lotus.example' }],
  })
})

test('a colleague gets the department, an external person the company, and landline numbers are ignored', () => {
  const file = Buffer.from(
    '姓名,公司,部门,电话,Primary Phone,邮箱\n陈莲,莲花贸易,法务部,010-62345678,13800001111,lian@lotus.example\n',
  )
  expect(readContacts(file)).toMatchObject({
    contacts: [{ organisation: '莲花贸易', mobile: '+8613800001111' }],
    unread: ['部门'],
  })
  expect(readContacts(file, 'internal')).toMatchObject({
    contacts: [{ organisation: '法务部' }],
    unread: ['公司'],
  })
})

test('emails are read with an apostrophe, a Chinese domain, full-width characters and surrounding spaces', () => {
  const emails = [
    "o'brien@example.ie",
    'user@例子.公司',
    'maria＠kestrel．example',
    ' Oda@kestrel.example ',
    'o’neill@example.ie',
  ]
  const sheet = `Name,Email\n${emails.map((email) => `X,${email}`).join('\n')}\n`
  expect(readContacts(Buffer.from(sheet)).contacts.map(({ email }) => email)).toEqual([
    "o'brien@example.ie",
    'user@例子.公司',
    'maria@kestrel.example',
    'oda@kestrel.example',
    "o'neill@example.ie",
  ])
})
