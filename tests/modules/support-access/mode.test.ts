import { beforeEach, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { HOUR, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

const PATH = '/mgmt/acct-info/support-access'

let db: Db
let cast: Cast
let desk: string

beforeEach(async () => {
  setClock(null)
  db = await testDatabase()
  cast = await openCast(db, 0)
  desk = `/desk/accounts/${cast.lin.viewer.id}/support-access`
})

async function ask() {
  expect((await cast.ruo.client.post(desk, { reason: 'The list looks empty' })).status).toBe(303)
  const row = await db.selectFrom('support_access.access').select('id').executeTakeFirstOrThrow()
  return { access: row.id }
}

async function enter() {
  const access = await ask()
  expect((await cast.lin.client.post(`${PATH}/consent`, access)).status).toBe(303)
  expect((await cast.ruo.client.post(`${desk}/entry`, access)).headers.get('location')).toBe('/mgmt/home')
  return access
}

const sees = async () => {
  const html = await (await cast.ruo.client.get('/mgmt/acct-info')).text()
  return html.includes('You see the pages of')
}

test('nobody enters before the customer has allowed it, and only the one who asked', async () => {
  const access = await ask()
  expect((await cast.ruo.client.post(`${desk}/entry`, access)).status).toBe(403)
  expect((await cast.ruo.client.post(desk, { reason: 'Again' })).status).toBe(422)
  expect((await cast.hannah.client.post(`${PATH}/consent`, access)).status).toBe(404)
  expect((await cast.lin.client.post(`${PATH}/consent`, access)).status).toBe(303)
  const colleague = newClient(db)
  const id = await createColleague(db, cast.ruo.viewer, 'tang', ['lead'])
  colleague.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  expect((await colleague.get(desk)).status).toBe(200)
  expect((await colleague.post(`${desk}/entry`, access)).status).toBe(404)
})

test('pages are seen, logged and shown to the customer; nothing else passes', async () => {
  await enter()
  expect(await sees()).toBe(true)
  const { client } = cast.ruo
  expect((await client.get('/desk/accounts')).status).toBe(200)
  for (const path of ['/mgmt/acct-info/security', '/mgmt/acct-info/export', '/live', PATH])
    expect([path, (await client.get(path)).status]).toEqual([path, 403])
  const override = { 'x-http-method-override': 'GET' }
  expect((await client.post('/mgmt/contacts/new?_method=GET', { name: 'X' }, override)).status).toBe(403)
  expect((await client.post('/mgmt/messages/reading', {})).status).toBe(403)
  const page = await (await cast.lin.client.get(PATH)).text()
  expect(page).toContain('/mgmt/acct-info')
  expect(page).toContain('can see your pages, read-only')
})

test.each(['the hour', 'the customer', 'leaving', 'logging out', 'suspension', 'a new password'])(
  'ends by %s',
  async (way) => {
    const access = await enter()
    if (way === 'the hour') setClock(() => new Date(Date.now() + HOUR + 1000))
    if (way === 'the customer') await cast.lin.client.post(`${PATH}/ending`, access)
    if (way === 'leaving') await cast.ruo.client.post(`${desk}/leaving`, {})
    if (way === 'logging out') await cast.ruo.client.post('/logout', {})
    if (way === 'suspension')
      await db
        .updateTable('accounts.account')
        .set({ state: 'frozen' })
        .where('id', '=', cast.lin.viewer.id)
        .execute()
    if (way === 'a new password')
      await db
        .insertInto('platform.security_event')
        .values({
          id: access.access,
          kind: 'password',
          account_id: cast.lin.viewer.id,
          team_id: null,
          actor_id: null,
          address: '',
          device: '',
          created_at: new Date(),
        })
        .execute()
    expect(await sees()).toBe(false)
  },
)
