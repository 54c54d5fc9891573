import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importContacts } from '#modules/contacts/import/import-contacts.ts'
import {
  countContacts,
  countLimit,
  listContacts,
  readFilter,
  suggestContacts,
} from '#modules/contacts/list.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const DUPLICATES = { email: 'skip', other: 'add' } as const

const context = setUpCast()
const NAMES = ['陈莲', '陈小莲', 'Zoë Müller', '周远', 'Anna_Lotus', '王莲花', '50% Ltd', 'Otto']

/** More contacts than the ordered scan reads, with rare and common words. */
const people = Array.from({ length: 2600 }, (_, n) => ({
  type: 'external' as const,
  mobile: '',
  organisation: n % 2 ? '莲花贸易' : 'Kestrel',
  group: '',
  line: n,
  name: n % 400 === 399 ? '欧阳若兰' : NAMES[n % NAMES.length]!,
  email: `p${n}@kestrel.example`,
}))

beforeAll(async () => {
  const { lin, hannah } = context.cast
  await context.db
    .transaction()
    .execute((trx) => importContacts(trx, lin.viewer, 'external', people, DUPLICATES))
  await context.db
    .transaction()
    .execute((trx) => importContacts(trx, hannah.viewer, 'external', people.slice(0, 50), DUPLICATES))
})

const list = (query: Record<string, string>) =>
  listContacts(context.db, context.cast.lin.viewer, readFilter({ type: 'external', ...query }))
const emails = (rows: { email: string }[]) => rows.map(({ email }) => email)

test.each([
  '莲',
  '莲花',
  '欧阳',
  '欧阳若兰',
  'MÜLLER',
  'müll',
  'a_l',
  '0%',
  'p2599@',
  'p25',
  'kestrel.example',
  'zz',
  '若',
])('%s finds the matching contacts, in order and by pages, as many as are counted', async (keyword) => {
  const holds = people.filter(({ name, organisation, email }) =>
    [name, organisation, email].some((text) => text.toLowerCase().includes(keyword.toLowerCase())),
  )
  // PostgreSQL uses a generic plan after the fifth execution.
  for (let time = 0; time < 6; time++)
    expect(emails((await list({ keyword })).rows)).toEqual(emails(holds.slice(0, 20)))
  const { next } = await list({ keyword })
  if (next) {
    const secondPage = await list({ keyword, after: next })
    expect(emails(secondPage.rows)).toEqual(emails(holds.slice(20, 40)))
    const firstPage = await list({ keyword, before: secondPage.previous! })
    expect(emails(firstPage.rows)).toEqual(emails(holds.slice(0, 20)))
  }
  const filter = readFilter({ type: 'external', keyword })
  const { total } = await countContacts(context.db, context.cast.lin.viewer, filter, '')
  expect(total).toBe(Math.min(holds.length, countLimit(filter) + 1))
})

test('a person suggested as external is not in the team, even if many colleagues match', async () => {
  const colleagues = Array.from({ length: 12 }, (_, line) => ({
    type: 'internal' as const,
    mobile: '',
    organisation: '',
    group: '',
    line,
    name: `欧阳 ${line}`,
    email: `inside${line}@kestrel.example`,
  }))
  const { viewer } = context.cast.lin
  await context.db
    .transaction()
    .execute((trx) => importContacts(trx, viewer, 'internal', colleagues, DUPLICATES))
  const ask = (type?: 'internal' | 'external') => suggestContacts(context.db, viewer, '欧阳', type)
  expect((await ask('internal')).map(({ type }) => type)).toEqual(Array(8).fill('internal'))
  expect((await ask()).map(({ name }) => name)).toEqual([...Array(6).fill('欧阳若兰'), '欧阳 0', '欧阳 1'])
})

test('the trigram index is used for rare words, with a generic plan', async () => {
  await context.db.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    const scansBy = async (keyword: string) => {
      const count = async () => {
        const { rows } = await sql<{ scans: number }>`
          select pg_stat_get_xact_numscans('contacts.contact_grams'::regclass) as scans`.execute(trx)
        return rows[0]!.scans
      }
      const countBefore = await count()
      await listContacts(trx, context.cast.lin.viewer, readFilter({ type: 'external', keyword }))
      return (await count()) - countBefore
    }
    expect([await scansBy('莲花'), await scansBy('欧阳')]).toEqual([0, 1])
  })
})
