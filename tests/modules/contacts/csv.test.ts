import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readCsv } from '#modules/contacts/csv.ts'
import { listContacts, readFilter } from '#modules/contacts/list.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(() => db.deleteFrom('contacts.contact').execute())

const HOME = '/mgmt/contacts'

async function send(text: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ type: 'external', ...more })) form.set(name, value)
  form.set('file', new File([text], text.length ? 'contacts.csv' : ''))
  const body = new Response(form)
  const headers = { 'content-type': body.headers.get('content-type')! }
  return cast.lin.client.send('POST', `${HOME}/import`, {
    body: (await body.arrayBuffer()) as never,
    headers,
  })
}

const kept = async () => (await listContacts(db, cast.lin.viewer, readFilter({ type: 'external' }))).rows

const SHEET = 'Name,Email,Mobile,Group\nMaria Santos,maria@kestrel.example,,Suppliers\n陈莲,,138 0000 1111,\n'

test('a spreadsheet’s people are imported in order, whatever the language of its head', async () => {
  const answer = await send(SHEET)
  const html = await (await cast.lin.client.get(answer.headers.get('location')!)).text()
  expect(html).toContain('2 contacts added, 0 written over.')
  expect(
    (await kept()).map(({ name, email, mobile, group_name }) => [name, email, mobile, group_name]),
  ).toEqual([
    ['Maria Santos', 'maria@kestrel.example', '', 'Suppliers'],
    ['陈莲', '', '+8613800001111', ''],
  ])
  await send('姓名;邮箱\nOda;oda@kestrel.example\n')
  await send('\ufeff姓名\t電子信箱\r\nIda\tida@kestrel.example\r\n')
  expect((await kept()).map(({ name }) => name)).toEqual(['Maria Santos', '陈莲', 'Oda', 'Ida'])
})

test('a file in Excel’s own Chinese encoding is read', async () => {
  // 姓名,邮箱 / 陈莲,lian@lotus.example in GB 18030
  const bytes = Buffer.from('d0d5c3fb2cd3cacfe40ab3c2c1ab2c6c69616e406c6f7475732e6578616d706c650a', 'hex')
  expect(readCsv(bytes, 'external').contacts).toMatchObject([{ name: '陈莲', email: 'lian@lotus.example' }])
})

test('problems are reported with line and column, and nothing of the file is saved', async () => {
  const sheet = [
    'Name,Email,Mobile',
    'Maria,maria@kestrel.example,',
    ',nobody@kestrel.example,',
    'Oda,oda,',
    '"Ida\nBerg",,',
    'Eva,Maria@Kestrel.example,12',
  ].join('\n')
  const answer = await send(sheet)
  const rows = [
    ...(await answer.text()).matchAll(/<td[^>]*>(\d+)<\/td><td[^>]*>([^<]*)<\/td><td[^>]*>([^<]*)</g),
  ]
  expect(answer.status).toBe(422)
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['3', 'Name', 'This field is required'],
    ['4', 'Email', 'Format is incorrect'],
    ['6', 'Email', 'Give an email or a mobile number.'],
    ['7', 'Mobile', expect.stringContaining('not a mobile number')],
  ])
  expect(await kept()).toEqual([])
})

test('a missing, broken, headless, empty or too large file is refused with an explanation', async () => {
  const cases: [string, string][] = [
    ['', 'Choose a CSV file.'],
    ['Name,Email\n"Maria,maria@kestrel.example\n', 'a quotation mark is open'],
    ['Maria,maria@kestrel.example\n', 'names no column “Name”'],
    ['Name,Email\n\n', 'has no contacts'],
    [`Name,Email\n${'x,y@kestrel.example\n'.repeat(5001)}`, 'more contacts than can be imported'],
    [`Name\n${'x'.repeat(2 * 1024 * 1024)}`, 'larger than 2 MB'],
    [SHEET.replace('陈莲', 'Anna,maria@kestrel.example,,\n陈莲'), 'is in the file twice'],
  ]
  for (const [text, words] of cases) {
    const answer = await send(text)
    expect([answer.status, (await answer.text()).includes(words), words]).toEqual([422, true, words])
  }
})

test('an email that exists already is a problem, or overwrites the contact in place on request', async () => {
  await send(SHEET)
  const again = SHEET.replace('Maria Santos', 'Maria S. Santos')
  const refused = await (await send(again)).text()
  expect(refused).toContain('Contact email exists')
  const answer = await send(again.replace(/陈莲.*/, 'Zoe,zoe@kestrel.example,,'), { update: 'yes' })
  expect(answer.headers.get('location')).toContain('imported=1&updated=1')
  expect((await kept()).map(({ name }) => name)).toEqual(['Maria S. Santos', '陈莲', 'Zoe'])
})

test('an exported file imports unchanged, and no cell is a formula', async () => {
  await send(SHEET)
  await cast.lin.client.post(HOME, {
    type: 'external',
    name: '=1+1',
    email: 'sum@kestrel.example',
    mobile: '+44 20 7946 0958',
  })
  const before = await kept()
  const answer = await cast.lin.client.get(`${HOME}/contacts.csv?type=external`)
  const csv = await answer.text()
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="contacts-external.csv"')
  expect(csv.split(/[\r\n,]+/).filter((cell) => /^["']*[=+@-]/.test(cell) && !cell.startsWith("'"))).toEqual(
    [],
  )
  await db.deleteFrom('contacts.contact').execute()
  await send(csv)
  const bare = (rows: typeof before) => rows.map(({ id: _, position: __, ...row }) => row)
  expect(bare(await kept())).toEqual(bare(before))
  expect(await (await cast.hannah.client.get(`${HOME}/contacts.csv?type=external`)).text()).not.toContain(
    'Maria',
  )
})

test('no file crashes the reader', () => {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('",;\n\r\t=Name')), fc.nat(255))
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 200 }), (bytes) => {
      const { contacts, faults } = readCsv(
        Uint8Array.from([...Buffer.from('Name,Email\n'), ...bytes]),
        'external',
      )
      expect(contacts.length + faults.length).toBeGreaterThan(0)
    }),
  )
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
])('the heads of other programs are known: %s', (head, row, name) => {
  expect(readCsv(Buffer.from(`${head}\n${row}\n`), 'external')).toMatchObject({
    faults: [],
    unread: [],
    contacts: [{ name, organisation: '莲花贸易', mobile: '+8613800001111', email: 'lian@lotus.example' }],
  })
})

test('columns that nothing is read from are named before anything is kept, and left out on demand', async () => {
  const sheet = 'Name,Email,Birthday,Shoe size\nOda,oda@kestrel.example,1990-01-01,40\n'
  const first = await send(sheet)
  expect([first.status, await kept()]).toEqual([422, []])
  expect(await first.text()).toContain('Nothing is read from these columns: Birthday, Shoe size')
  await send(sheet, { ignore: 'yes' })
  expect((await kept()).map(({ name }) => name)).toEqual(['Oda'])
})
