import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addContact } from '#modules/contacts/contact.ts'
import type { ContactFields } from '#modules/contacts/contact-form.ts'
import { importContacts } from '#modules/contacts/import/import-contacts.ts'
import { findDuplicates } from '#modules/contacts/merge/duplicates.ts'
import { listExchanged } from '#modules/pages/exchanged/exchanged.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(() => db.deleteFrom('contacts.contact').execute())

const add = (name: string, more: Partial<ContactFields> = {}) =>
  addContact(db, cast.lin.viewer, {
    type: 'external',
    name,
    organisation: '',
    mobile: '',
    email: '',
    group: '',
    ...more,
  })
const MOBILE = '+8613800001111'
const groups = async () =>
  (await findDuplicates(db, cast.lin.viewer)).map((group) => group.map(({ name }) => name))
const hidden = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(ids|seen)" value="([^"]*)"/g)].map(
      ([, name, value]): [string, string] => [name!, value!],
    ),
  )
const active = () =>
  db.selectFrom('contacts.contact').selectAll().where('deleted_at', 'is', null).orderBy('position').execute()

test('contacts with the same mobile, or the same name and organisation in any script, form a group', async () => {
  await add('陈莲', { organisation: '莲花贸易', email: 'lian@lotus.example' })
  await add('陳蓮', { organisation: '蓮花貿易', mobile: MOBILE })
  await add('Lian', { mobile: MOBILE, type: 'internal' })
  await add('Oda', { email: 'oda@kestrel.example' })
  await add('Oda', { email: 'oda@lotus.example' })
  await addContact(db, cast.hannah.viewer, {
    type: 'external',
    name: 'X',
    organisation: '',
    mobile: MOBILE,
    email: '',
    group: '',
  })
  expect(await groups()).toEqual([['陈莲', '陳蓮', 'Lian']])
  const html = await (await cast.lin.client.get('/mgmt/contacts/duplicates')).text()
  expect(html).toContain('lian@lotus.example')
  expect(html).not.toContain('oda@')
})

test('merging keeps the chosen fields, the position of the first contact, and all emails', async () => {
  const firstId = await add('Maria', {
    organisation: 'Kestrel',
    mobile: MOBILE,
    email: 'maria@kestrel.example',
  })
  await add('Oda', { email: 'oda@kestrel.example' })
  const two = await add('Maria Santos', { mobile: MOBILE, email: 'm@old.example', group: 'Suppliers' })
  const page = await (await cast.lin.client.get(`/mgmt/contacts/merge?id=${firstId}&id=${two}`)).text()
  const answer = await cast.lin.client.post('/mgmt/contacts/merge', {
    ...hidden(page),
    name: two,
    organisation: firstId,
    mobile: firstId,
    email: two,
    group: two,
    type: firstId,
  })
  const html = await (await cast.lin.client.get(answer.headers.get('location')!)).text()
  expect(html).toContain('The contacts were merged into “Maria Santos”.')
  expect(
    (await active()).map(({ id, name, organisation, email, group_name, other_emails }) => [
      id,
      name,
      organisation,
      email,
      group_name,
      other_emails,
    ]),
  ).toEqual([
    [firstId, 'Maria Santos', 'Kestrel', 'm@old.example', 'Suppliers', ['maria@kestrel.example']],
    [expect.any(String), 'Oda', '', 'oda@kestrel.example', '', []],
  ])
  expect(await groups()).toEqual([])
  // An import recognises the person by the other email too, and does not change the chosen one.
  const person = {
    name: 'Maria Santos',
    organisation: '',
    mobile: '',
    email: 'maria@kestrel.example',
    group: '',
  }
  const choice = { email: 'update', other: 'add' } as const
  const result = await db
    .transaction()
    .execute((trx) => importContacts(trx, cast.lin.viewer, 'external', [person], choice))
  expect(result).toEqual({ added: 0, updated: 1, skipped: 0 })
  expect((await active()).find(({ id }) => id === firstId)?.email).toBe('m@old.example')
})

test('documents exchanged with a merged contact are listed with the remaining contact', async () => {
  await signingDocument(db, cast.lin.viewer)
  const email = SIGNATORIES[0]!.email.toLowerCase()
  const contact = { email: 'new@kestrel.example', other_emails: [email] }
  const pageQuery = { after: '', before: '' }
  const { rows } = await listExchanged(db, cast.lin.viewer, contact, pageQuery)
  expect(rows.length).toBe(1)
  const none = await listExchanged(db, cast.lin.viewer, { ...contact, other_emails: [] }, pageQuery)
  expect(none.rows).toEqual([])
})

test('two concurrent merges merge once, and a change in the meantime is noticed', async () => {
  const firstId = await add('Maria', { mobile: MOBILE, email: 'maria@kestrel.example' })
  const two = await add('M. Santos', { mobile: MOBILE })
  const page = async () =>
    hidden(await (await cast.lin.client.get(`/mgmt/contacts/merge?id=${firstId}&id=${two}`)).text())
  const shownForm = await page()
  const changedValues = { type: 'external', name: 'Maria S.', email: 'maria@kestrel.example', mobile: MOBILE }
  await new Promise((done) => setTimeout(done, 5))
  await cast.lin.client.post(`/mgmt/contacts/${firstId}`, changedValues)
  const refusal = await cast.lin.client.post('/mgmt/contacts/merge', { ...shownForm, name: two })
  const html = await refusal.text()
  expect([
    refusal.status,
    html.includes('have been changed in the meantime'),
    html.includes('Maria S.'),
  ]).toEqual([409, true, true])
  expect((await active()).length).toBe(2)
  const currentPage = await page()
  const results = await Promise.all(
    [1, 2].map(() => cast.lin.client.post('/mgmt/contacts/merge', { ...currentPage, name: two })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual([303, 404])
  expect((await active()).map(({ name }) => name)).toEqual(['M. Santos'])
})

test('contacts of another team, a single contact, and contacts without permission or access cannot be merged', async () => {
  const firstId = await add('Maria', { mobile: MOBILE })
  const two = await add('M. Santos', { email: 'm@old.example' })
  const query = `/mgmt/contacts/merge?id=${firstId}&id=${two}`
  expect((await cast.hannah.client.get(query)).status).toBe(404)
  const body = { ids: `${firstId},${two}`, seen: '' }
  expect((await cast.hannah.client.post('/mgmt/contacts/merge', body)).status).toBe(404)
  await db.updateTable('accounts.account').set({ grants: [] }).where('username', '=', 'zhou').execute()
  for (const path of ['/mgmt/contacts/duplicates', query])
    expect((await cast.zhou.client.get(path)).status).toBe(403)
  expect((await cast.zhou.client.post('/mgmt/contacts/merge', body)).status).toBe(403)
  const response = await cast.lin.client.get(`/mgmt/contacts/merge?id=${firstId}`)
  expect([response.status, (await response.text()).includes('Choose at least two contacts')]).toEqual([
    422,
    true,
  ])
  expect((await cast.lin.client.get('/mgmt/contacts/merge?id=x&id=y')).status).toBe(404)
  const bare = await cast.lin.client.post('/mgmt/contacts/merge', { ...body, mobile: two, email: firstId })
  expect([bare.status, (await bare.text()).includes('Enter an email or a mobile number.')]).toEqual([
    422,
    true,
  ])
  expect((await active()).length).toBe(2)
})
