import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addContact, eraseContacts, moveContact, purgeDeletedContacts } from '#modules/contacts/contact.ts'
import type { ContactFields } from '#modules/contacts/contact-form.ts'
import { importContacts } from '#modules/contacts/import/import-contacts.ts'
import { listContacts, readFilter } from '#modules/contacts/list.ts'
import { HOUR } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { setUpClock } from '#tests/cast/test-context.ts'
import { testDatabase } from '#tests/support/database.ts'
import { runs } from '#tests/support/runs.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(() => db.deleteFrom('contacts.contact').execute())
const pass = setUpClock()

const MARIA = {
  type: 'external',
  name: 'Maria Santos',
  organisation: 'Kestrel',
  email: 'maria@kestrel.example',
}
const fields = (name: string, more: Partial<ContactFields> = {}): ContactFields => ({
  type: 'external',
  name,
  organisation: '',
  mobile: '',
  email: `${name}@kestrel.example`,
  group: '',
  ...more,
})
const add = (name: string, more?: Partial<ContactFields>) =>
  addContact(db, cast.lin.viewer, fields(name, more))
const readPage = async (path: string) => (await cast.lin.client.get(path)).text()
const names = async (query: Record<string, string> = {}) =>
  (await listContacts(db, cast.lin.viewer, readFilter({ type: 'external', ...query }))).rows.map(
    ({ name }) => name,
  )
const wordsAt = (html: string, field: string) =>
  new RegExp(`<p id="${field}-note" role="alert"[^>]*>([^<]*)</p>`).exec(html)?.[1]

test('a new contact is in its tab, and the page says so', async () => {
  const answer = await cast.lin.client.post('/mgmt/contacts', {
    ...MARIA,
    mobile: '+44 20 7946 0958',
    group: 'Suppliers',
  })
  const html = await readPage(answer.headers.get('location')!)
  expect(html).toContain('“Maria Santos” was added.')
  for (const words of ['Kestrel', 'maria@kestrel.example', 'tel:+442079460958', 'Suppliers', '1 contact<'])
    expect(html).toContain(words)
  expect(await readPage('/mgmt/contacts')).not.toContain('Maria Santos')
})

test('a problem is reported at its field, and the typed text is kept', async () => {
  const cases: [Record<string, string>, string, string][] = [
    [{ name: '' }, 'name', 'This field is required'],
    [{ name: 'x'.repeat(61) }, 'name', 'too long'],
    [{ email: 'maria' }, 'email', 'Format is incorrect'],
    [{ email: '' }, 'email', 'Enter an email or a mobile number.'],
    [{ mobile: '12345' }, 'mobile', 'This is not a mobile number.'],
    [{ name: 'Maria\u202eSantos' }, 'name', 'U+202E'],
    [{ type: 'friend' }, 'type', 'must be selected'],
  ]
  for (const [change, field, words] of cases) {
    const answer = await cast.lin.client.post('/mgmt/contacts', { ...MARIA, ...change })
    const html = await answer.text()
    expect([answer.status, wordsAt(html, field)]).toEqual([422, expect.stringContaining(words)])
    expect(html).toContain('value="Kestrel"')
  }
  expect(await names()).toEqual([])
})

test('an email is unique in a team, ignoring case, even if it is added twice concurrently', async () => {
  const addMaria = () => cast.lin.client.post('/mgmt/contacts', { ...MARIA, email: 'Maria@Kestrel.example' })
  const results = await Promise.all([addMaria(), addMaria()])
  expect(results.map(({ status }) => status).sort()).toEqual([303, 409])
  const html = await (await addMaria()).text()
  expect(wordsAt(html, 'email')).toBe('Contact email exists')
  expect((await cast.hannah.client.post('/mgmt/contacts', MARIA)).status).toBe(303)
})

test('a contact with a changed type moves to the end of the other tab', async () => {
  const id = await add('maria')
  await add('ada', { type: 'internal' })
  expect(await readPage(`/mgmt/contacts/${id}`)).toContain('value="maria@kestrel.example"')
  const answer = await cast.lin.client.post(`/mgmt/contacts/${id}`, {
    ...MARIA,
    type: 'internal',
    name: 'M. Santos',
  })
  expect(await readPage(answer.headers.get('location')!)).toContain('“M. Santos” was saved.')
  expect(await names()).toEqual([])
  expect(await names({ type: 'internal' })).toEqual(['ada', 'M. Santos'])
})

test('a deleted contact can be restored to its place within a day, unless its email is now in use', async () => {
  await add('ada')
  const id = await add('maria')
  await add('zoe')
  const response = await cast.lin.client.post(`/mgmt/contacts/${id}/deletion`)
  const html = await readPage(response.headers.get('location')!)
  expect(html).toContain('“maria” was deleted.')
  expect(await names()).toEqual(['ada', 'zoe'])
  expect((await cast.lin.client.get(`/mgmt/contacts/${id}`)).status).toBe(404)
  expect((await cast.lin.client.post(`/mgmt/contacts/${id}`, MARIA)).status).toBe(404)
  const back = await cast.lin.client.post(`/mgmt/contacts/${id}/restoration`)
  expect(await readPage(back.headers.get('location')!)).toContain('“maria” was restored.')
  expect(await names()).toEqual(['ada', 'maria', 'zoe'])
  await cast.lin.client.post(`/mgmt/contacts/${id}/deletion`)
  await add('maria')
  expect((await cast.lin.client.post(`/mgmt/contacts/${id}/restoration`)).status).toBe(409)
  const reloaded = await cast.lin.client.get(`/mgmt/contacts/${id}/restoration`)
  expect(reloaded.headers.get('location')).toBe('/mgmt/contacts')
  pass(25 * HOUR)
  await purgeDeletedContacts.now(db, {})
  expect((await cast.lin.client.post(`/mgmt/contacts/${id}/restoration`)).status).toBe(404)
})

test('another team’s contact is not found, and readers cannot edit', async () => {
  const id = await add('maria')
  await db.updateTable('accounts.account').set({ grants: [] }).where('username', '=', 'zhou').execute()
  for (const path of ['', '/deletion'])
    expect((await cast.hannah.client.get(`/mgmt/contacts/${id}${path}`)).status).toBe(404)
  for (const path of ['', '/deletion', '/restoration', '/position'])
    expect(
      (await cast.hannah.client.post(`/mgmt/contacts/${id}${path}`, { ...MARIA, to: 'up' })).status,
    ).toBe(404)
  const faulty = { ...MARIA, name: '' }
  expect((await cast.hannah.client.post(`/mgmt/contacts/${id}`, faulty)).status).toBe(404)
  for (const path of ['', `/${id}`, `/${id}/deletion`, `/${id}/position`])
    expect((await cast.zhou.client.post(`/mgmt/contacts${path}`, { ...MARIA, to: 'up' })).status).toBe(403)
  const html = await (await cast.zhou.client.get('/mgmt/contacts?type=external')).text()
  expect(html).toContain('maria@kestrel.example')
  expect(html).not.toContain('/deletion')
})

test('a keyword finds names, organisations, addresses and numbers in any script; a group finds its members', async () => {
  await add('陈莲', { email: 'lian@lotus.example', organisation: '莲花贸易', group: '客户' })
  await add('Škoda', { email: 'jan@skoda.example', mobile: '+8613800001111', group: 'Suppliers' })
  await add('100%_a', { email: 'percent@lotus.example' })
  const results: [string, string[]][] = [
    ['莲', ['陈莲']],
    ['花贸', ['陈莲']],
    ['ŠKO', ['Škoda']],
    ['0000111', ['Škoda']],
    ['138 0000 1111', ['Škoda']],
    ['%_', ['100%_a']],
    ['lotus.example', ['陈莲', '100%_a']],
    ['ltous', []],
  ]
  for (const [keyword, people] of results)
    expect([keyword, await names({ keyword })]).toEqual([keyword, people])
  expect(await names({ group: '客户' })).toEqual(['陈莲'])
  const html = await readPage('/mgmt/contacts?type=external')
  expect(html.match(/<option[^>]*>(客户|Suppliers)</g)?.length).toBe(2)
})

test('moves put contacts in the right place after any sequence of changes', async () => {
  const people = ['a', 'b', 'c', 'd', 'e']
  const way = fc.oneof(
    fc.constantFrom('up' as const, 'down' as const, 'first' as const, 'last' as const),
    fc.record({ side: fc.constantFrom('before', 'behind'), other: fc.nat(4) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(4), way), { minLength: 1, maxLength: 25 }), async (moves) => {
      await db.deleteFrom('contacts.contact').execute()
      const ids = new Map<string, string>()
      for (const name of people) ids.set(name, await add(name))
      const removedContact = await add('gone', { email: '', mobile: '+8613800001111' })
      await cast.lin.client.post(`/mgmt/contacts/${removedContact}/deletion`)
      const expected = [...people]
      for (const [index, move] of moves) {
        const name = people[index]!
        const at = expected.indexOf(name)
        const query =
          typeof move === 'string'
            ? move
            : ({ [move.side]: ids.get(people[move.other]!) } as { before: string })
        await moveContact(db, cast.lin.viewer, ids.get(name)!, query)
        expected.splice(at, 1)
        expected.splice(placeOf(move, at, expected, people), 0, name)
      }
      expect(await names()).toEqual(expected)
    }),
    runs(8),
  )
})

function placeOf(
  move: string | { side: string; other: number },
  at: number,
  others: string[],
  people: string[],
): number {
  if (typeof move === 'string')
    return { up: Math.max(0, at - 1), down: Math.min(others.length, at + 1), first: 0, last: others.length }[
      move
    ]!
  const place = others.indexOf(people[move.other]!)
  return place < 0 ? at : place + (move.side === 'behind' ? 1 : 0)
}

test('pages are read by key in both directions, twenty contacts each', async () => {
  const people = Array.from({ length: 45 }, (_, n) => ({ ...fields(`p${n}`), line: n }))
  await db
    .transaction()
    .execute((trx) =>
      importContacts(trx, cast.lin.viewer, 'external', people, { email: 'skip', other: 'add' }),
    )
  const allNames = people.map(({ name }) => name)
  const listPage = (query: Record<string, string>) =>
    listContacts(db, cast.lin.viewer, readFilter({ type: 'external', ...query }))
  const firstPage = await listPage({})
  const secondPage = await listPage({ after: (await listPage({})).next! })
  const thirdPage = await listPage({ after: secondPage.next! })
  expect([firstPage, secondPage, thirdPage].flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual(
    allNames,
  )
  expect([firstPage.previous, thirdPage.next]).toEqual([null, null])
  expect((await listPage({ before: thirdPage.previous! })).rows).toEqual(secondPage.rows)
  for (const strange of ['[]', '["\\u0000"]', '["a0","b"]', 'x'])
    expect((await listPage({ after: strange })).rows).toEqual(firstPage.rows)
})

test('an address book is erased with its own team only', async () => {
  await add('maria')
  await cast.hannah.client.post('/mgmt/contacts', MARIA)
  await eraseContacts(db, { teamIds: [cast.lin.viewer.teamId] })
  const remaining = await db.selectFrom('contacts.contact').select('team_id').execute()
  expect(remaining).toEqual([{ team_id: cast.hannah.viewer.teamId }])
})

test('typing suggests a few contacts of the team, of both types, and none of another team', async () => {
  await add('Oda', { type: 'internal' })
  for (let n = 0; n < 9; n++) await add(`Ida ${n}`, { email: `ida${n}@kestrel.example` })
  const ask = async (keyword: string, client = cast.lin.client) => {
    const answer = await client.get(`/mgmt/contacts/suggestions?${new URLSearchParams({ keyword })}`)
    const { model }: { model: { name: string; email: string }[] } = await answer.json()
    return model.map(({ name }) => name)
  }
  expect(await ask('oda')).toEqual(['Oda'])
  expect(await ask('ida3@')).toEqual(['Ida 3'])
  expect((await ask('')).length).toBe(8)
  expect(await ask('zzz')).toEqual([])
  expect(await ask('oda', cast.hannah.client)).toEqual([])
})

test('a person typed into a document becomes a contact once; a colleague becomes an internal one', async () => {
  const suggestPerson = async (person: Record<string, string>, client = cast.lin.client) => {
    const answer = await client.put('/mgmt/contacts/suggestions', person)
    const { model, errorCode } = await answer.json()
    return [answer.status, model?.added ?? errorCode]
  }
  const maria = { ...MARIA, email: 'Maria@Kestrel.example', mobile: '021 5555 0000' }
  expect(await suggestPerson(maria)).toEqual([200, true])
  expect(await suggestPerson({ ...maria, name: 'Somebody else' })).toEqual([200, false])
  const results = await Promise.all(
    [1, 2].map(() => suggestPerson({ ...MARIA, email: 'both@kestrel.example' })),
  )
  expect(results.map(([, added]) => added).sort()).toEqual([false, true])
  expect(await suggestPerson({ name: 'Zhou', organisation: 'Kestrel', email: 'ZHOU@example.com' })).toEqual([
    200,
    true,
  ])
  expect(await suggestPerson({ ...MARIA, name: ' ', email: 'new@kestrel.example' })).toEqual([
    422,
    'INVALID_FIELD',
  ])
  expect(await suggestPerson({ ...MARIA, email: 'new' })).toEqual([422, 'INVALID_FIELD'])
  const turned = { ...MARIA, name: 'Evil\u202eeman', email: 'new@kestrel.example' }
  expect(await suggestPerson(turned)).toEqual([422, 'INVALID_FIELD'])
  expect(await suggestPerson({ ...MARIA, email: '' })).toEqual([422, 'INVALID_FIELD'])
  await db.updateTable('accounts.account').set({ grants: [] }).where('username', '=', 'zhou').execute()
  expect((await suggestPerson({ ...MARIA, email: 'new@kestrel.example' }, cast.zhou.client))[0]).toBe(403)
  const [firstContact] = (await listContacts(db, cast.lin.viewer, readFilter({ type: 'external' }))).rows
  expect(firstContact).toMatchObject({ name: 'Maria Santos', mobile: '', email: 'maria@kestrel.example' })
  const internalContacts = await listContacts(db, cast.lin.viewer, readFilter({ type: 'internal' }))
  expect(internalContacts.rows).toMatchObject([
    { name: 'Zhou', organisation: 'Legal', email: 'zhou@example.com' },
  ])
})

test('all missing colleagues are added together; repeating this adds nobody', async () => {
  const { lin, zhou, hannah } = cast
  await db
    .updateTable('accounts.account')
    .set({ grants: ['document.create'] })
    .where('username', '=', 'zhou')
    .execute()
  expect(await readPage('/mgmt/contacts')).toContain(
    'You and 1 colleague are not among your team’s contacts yet.',
  )
  expect(await readPage('/mgmt/contacts?type=external')).not.toContain('/mgmt/contacts/colleagues')
  await add('Lin', { type: 'internal', email: 'lin@example.com' })
  expect(await readPage('/mgmt/contacts')).toContain('1 colleague is not among your team’s contacts yet.')
  const results = await Promise.all([lin, zhou].map(({ client }) => client.post('/mgmt/contacts/colleagues')))
  const locations = results.map((answer) => answer.headers.get('location')!)
  expect(locations.map((path) => path.split('&')[1]).sort()).toEqual(['colleagues=0', 'colleagues=1'])
  const html = await readPage('/mgmt/contacts?type=internal&colleagues=1')
  expect(html).toContain('1 member of your team was added.')
  expect(html).not.toContain('contacts yet')
  expect(await readPage('/mgmt/contacts?type=internal&colleagues=0')).toContain(
    'Everyone in your team is already a contact.',
  )
  const { rows } = await listContacts(db, lin.viewer, readFilter({ type: 'internal' }))
  expect(rows.map(({ name, organisation, email }) => [name, organisation, email])).toEqual([
    ['Lin', '', 'lin@example.com'],
    ['zhou', 'Legal', 'zhou@example.com'],
  ])
  // A person without colleagues can add no colleague as a contact.
  expect(await (await hannah.client.get('/mgmt/contacts')).text()).not.toContain('/mgmt/contacts/colleagues')
})

test('a colleague without email is identified by mobile, and readers cannot add contacts', async () => {
  const people = db.updateTable('accounts.account').where('username', '=', 'zhou')
  await people.set({ email: null, mobile: '+8613800002222', grants: [] }).execute()
  const { zhou } = cast
  expect(await (await zhou.client.get('/mgmt/contacts')).text()).not.toContain('/mgmt/contacts/colleagues')
  expect((await zhou.client.post('/mgmt/contacts/colleagues')).status).toBe(403)
  await add('Zhou', { type: 'external', email: '', mobile: '+8613800002222' })
  expect((await cast.lin.client.post('/mgmt/contacts/colleagues')).headers.get('location')).toMatch(/=1$/)
  await people.set({ email: 'zhou@example.com' }).execute()
})
