import { beforeEach, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { config } from '#src/core/config.ts'
import { newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { ACCESS_PATH, askFor, deskPathOf, enterPagesOf, LEAVING } from '#tests/cast/support-access.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let staff: Client
let desk: string

beforeEach(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  staff = cast.ruo.client
  desk = deskPathOf(cast.lin.viewer)
})

const WU = { name: 'Wu', email: 'wu@example.com', type: 'external' }

const contacts = () => db.selectFrom('contacts.contact').select(['name', 'team_id']).execute()

async function anotherOfStaff(name = 'tang') {
  const client = newClient(db)
  const id = await createColleague(db, cast.ruo.viewer, name, ['lead'])
  client.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  return { id, client }
}

test('the pages cannot be entered before the customer has allowed it', async () => {
  const access = await askFor(db, staff, cast.lin.viewer)
  expect((await staff.post(`${desk}/entry`, access)).status).toBe(403)
  const secondResponse = await staff.post(desk, { reason: 'Again' })
  expect([secondResponse.status, (await secondResponse.text()).includes('already open')]).toEqual([422, true])
  await cast.lin.client.post(`${ACCESS_PATH}/refusal`, access)
  expect((await staff.post(`${desk}/entry`, access)).status).toBe(403)
})

test('only the owner of the account can answer: not staff, a colleague, the administrator or a stranger', async () => {
  const access = await askFor(db, staff, cast.zhou.viewer)
  for (const client of [staff, cast.lin.client, cast.hannah.client, (await anotherOfStaff()).client])
    for (const answer of ['consent', 'refusal'])
      expect((await client.post(`${ACCESS_PATH}/${answer}`, access)).status).toBe(404)
  expect((await newClient(db).post(`${ACCESS_PATH}/consent`, access)).status).toBe(303)
  expect((await cast.zhou.client.post(`${ACCESS_PATH}/consent`, access)).status).toBe(303)
})

test('another member of staff cannot use, end or withdraw the access, nor an access to another account', async () => {
  const access = await enterPagesOf(db, staff, cast.lin)
  const { client } = await anotherOfStaff()
  for (const action of ['entry', 'withdrawal'])
    expect((await client.post(`${desk}/${action}`, access)).status).toBe(404)
  expect((await client.get('/mgmt/home')).headers.get('location')).toBe('/desk')
  expect((await staff.get('/mgmt/acct-info')).status).toBe(200)
  const none = { access: '01a22551-f53c-724c-a2c7-cd3949bfc251' }
  for (const form of [none, { access: 'x' }, {}] as Record<string, string>[])
    expect((await staff.post(`${desk}/entry`, form)).status).toBe(404)
})

test('the mode belongs to one session; no cookie can create or move it', async () => {
  const access = await enterPagesOf(db, staff, cast.lin)
  const otherClient = newClient(db)
  otherClient.cookies.set(SESSION_COOKIE, await beginSession(db, cast.ruo.viewer.id))
  expect((await otherClient.get('/mgmt/home')).headers.get('location')).toBe('/desk')
  const forged = newClient(db)
  for (const token of [newToken(), access.access, cast.lin.viewer.id]) {
    forged.cookies.set(SESSION_COOKIE, token)
    for (const name of ['access', 'support-access', 'mode']) forged.cookies.set(name, access.access)
    expect((await forged.get('/mgmt/acct-info')).headers.get('location')).toContain('/acct/login')
  }
  // A row of another session must not give staff access to this session.
  await db.updateTable('support_access.mode').set({ staff_id: cast.hannah.viewer.id }).execute()
  expect((await staff.get('/mgmt/home')).headers.get('location')).toBe('/desk')
})

test('a request from a tab after the other tab has left is refused, and reaches neither account', async () => {
  await enterPagesOf(db, staff, cast.lin)
  const leaveResponse = await staff.post(LEAVING)
  expect(leaveResponse.headers.get('location')).toBe(`${desk}?done=left`)
  const response = await staff.post('/mgmt/contacts', WU)
  expect([response.status, (await response.text()).includes('Nothing was changed')]).toEqual([403, true])
  const putResponse = await staff.put('/mgmt/01a22551-f53c-724c-a2c7-cd3949bfc251/answers', { version: 1 })
  expect([putResponse.status, (await putResponse.json()).errorMessage ?? '']).toEqual([
    403,
    expect.any(String),
  ])
  expect(await contacts()).toEqual([])
  expect(await (await staff.get('/mgmt/messages')).text()).toContain('You have left the pages')
  await staff.post(LEAVING)
  expect((await staff.get('/mgmt/acct-info')).status).toBe(200)
})

test('leaving twice, also from two tabs concurrently, is harmless', async () => {
  await enterPagesOf(db, staff, cast.lin)
  const results = await Promise.all([staff.post(LEAVING), staff.post(LEAVING)])
  expect(results.map(({ status }) => status)).toEqual([303, 303])
  expect((await cast.hannah.client.post(LEAVING)).status).toBe(303)
  expect((await newClient(db).post(LEAVING)).status).toBe(303)
})

test('other sites can neither enter, leave nor answer', async () => {
  const access = await askFor(db, staff, cast.lin.viewer)
  const foreign = { origin: 'https://evil.example' }
  const paths: [Client, string][] = [
    [cast.lin.client, `${ACCESS_PATH}/consent`],
    [staff, `${desk}/entry`],
    [staff, LEAVING],
  ]
  for (const [client, path] of paths) expect((await client.post(path, access, foreign)).status).toBe(403)
  expect((await cast.lin.client.get(`${ACCESS_PATH}/consent`)).headers.get('location')).toBe(ACCESS_PATH)
  expect((await db.selectFrom('support_access.access').select('state').execute())[0]!.state).toBe('asked')
  await cast.lin.client.post(`${ACCESS_PATH}/consent`, access)
  await staff.post(`${desk}/entry`, access)
  const response = await staff.post('/mgmt/contacts', WU, foreign)
  expect(response.status).toBe(403)
  expect(config.baseUrl).not.toContain('evil')
})

test.each([
  ['POST', { 'x-http-method-override': 'GET' }, '?_method=GET'],
  ['PUT', {}, ''],
  ['DELETE', {}, ''],
  ['PATCH', {}, ''],
  ['HEAD', {}, ''],
])('%s with %j is refused', async (method, headers, query) => {
  await enterPagesOf(db, staff, cast.lin)
  const response = await staff.send(method, `/mgmt/contacts${query}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...(method !== 'HEAD' && { body: new URLSearchParams(WU).toString() }),
  })
  expect(response.status).toBe(403)
  expect(await contacts()).toEqual([])
})

test('access cannot be requested to accounts of staff, to one’s own account, or to unusable accounts', async () => {
  const colleague = await anotherOfStaff()
  for (const id of [colleague.id, cast.ruo.viewer.id]) {
    const refusal = await staff.post(deskPathOf({ id }), { reason: 'Curious' })
    expect([refusal.status, (await refusal.text()).includes('Staff accounts')]).toEqual([403, true])
  }
  await db.updateTable('accounts.account').set({ state: 'frozen' }).where('username', '=', 'hannah').execute()
  const frozen = await staff.post(deskPathOf(cast.hannah.viewer), { reason: 'Help' })
  expect([frozen.status, (await frozen.text()).includes('cannot be used at present')]).toEqual([422, true])
})

test('without the permission, access can be neither requested nor entered', async () => {
  const access = await askFor(db, staff, cast.lin.viewer)
  await cast.lin.client.post(`${ACCESS_PATH}/consent`, access)
  const finance = newClient(db)
  const id = await createColleague(db, cast.ruo.viewer, 'tang', ['finance'])
  finance.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  expect((await finance.get(desk)).status).toBe(200)
  for (const path of [desk, `${desk}/entry`, `${desk}/withdrawal`])
    expect((await finance.post(path, { reason: 'x', ...access })).status).toBe(403)
})

test('access to an administrator’s account shows what the administrator sees, to a member’s what the member sees', async () => {
  await enterPagesOf(db, staff, cast.lin)
  expect(await (await staff.get('/mgmt/acct-info/members')).text()).toContain('zhou@example.com')
  await staff.post(LEAVING)
  await enterPagesOf(db, staff, cast.zhou)
  const members = await staff.get('/mgmt/acct-info/members')
  const ownPage = await cast.zhou.client.get('/mgmt/acct-info/members')
  expect(members.status).toBe(ownPage.status)
  const page = await (await staff.get('/mgmt/acct-info')).text()
  expect(page).toContain('zhou@example.com')
  expect(page).not.toContain('ruo@example.com')
})

test('a person who is both staff and customer keeps both accounts apart', async () => {
  // Hannah's account is Ruo's private account as a customer. Ruo allows the access there, and keeps the
  // desk.
  await enterPagesOf(db, staff, cast.hannah)
  const page = await (await staff.get('/mgmt/acct-info')).text()
  expect([page.includes('hannah@example.com'), page.includes('ruo@example.com')]).toEqual([true, false])
  expect((await staff.get('/mgmt/acct-info/support-access')).status).toBe(403)
  expect(await (await cast.hannah.client.get('/mgmt/acct-info')).text()).toContain('can see your pages')
  expect((await cast.hannah.client.get('/desk/accounts')).status).toBe(404)
  expect((await cast.hannah.client.post('/mgmt/contacts', WU)).status).toBe(303)
  expect((await contacts()).map(({ team_id }) => team_id)).toEqual([cast.hannah.viewer.teamId])
})

test('at the desk, actions are those of the member of staff, and a line says so', async () => {
  await enterPagesOf(db, staff, cast.lin)
  const page = await (await staff.get('/desk/accounts')).text()
  expect(page).toContain('You can use the desk as usual')
  const note = { note: 'Called back' }
  expect((await staff.post(`/desk/accounts/${cast.lin.viewer.id}/note`, note)).status).toBe(303)
  const rows = await db.selectFrom('accounts.account_note').select(['staff_id', 'account_id']).execute()
  expect(rows).toEqual([{ staff_id: cast.ruo.viewer.id, account_id: cast.lin.viewer.id }])
})

test('both sides can read in the log which pages were opened, and by whom', async () => {
  await enterPagesOf(db, staff, cast.lin)
  for (const path of ['/mgmt/my-docs?keyword=secret', '/mgmt/my-docs', '/mgmt/contacts'])
    expect((await staff.get(path)).status).toBe(200)
  await staff.get('/mgmt/acct-info/export')
  await staff.get('/mgmt/not-a-page')
  for (const [client, path] of [
    [cast.lin.client, ACCESS_PATH],
    [staff, desk],
    [staff, '/desk/log'],
  ] as const) {
    const html = await (await client.get(path)).text()
    expect([path, html.split('/mgmt/my-docs</').length, html.includes('secret')]).toEqual([path, 3, false])
  }
  const csv = await (await staff.get('/desk/log.csv?action=see-page')).text()
  expect(csv.split('\n').filter((line) => line.includes('Customer’s page viewed')).length).toBe(3)
})

test('a change of the language is not stored for either account', async () => {
  await enterPagesOf(db, staff, cast.lin)
  await staff.get('/mgmt/home?locale=zh_TW')
  const rows = await db.selectFrom('accounts.account').select('locale').execute()
  expect(new Set(rows.map(({ locale }) => locale))).toEqual(new Set(['en_US']))
})

test('cached public pages never contain the line of another reader', async () => {
  await askFor(db, staff, cast.lin.viewer).then((access) =>
    cast.lin.client.post(`${ACCESS_PATH}/consent`, access),
  )
  expect(await (await cast.lin.client.get('/product')).text()).toContain('can see your pages')
  expect(await (await newClient(db).get('/product')).text()).not.toContain('can see your pages')
  expect(await (await cast.hannah.client.get('/product')).text()).not.toContain('can see your pages')
})

test('a customer gets at most five requests a day', async () => {
  const colleagues = [staff, (await anotherOfStaff('tang')).client]
  for (const client of colleagues) {
    const access = await askFor(db, client, cast.lin.viewer)
    await client.post(`${desk}/withdrawal`, access)
  }
  expect((await db.selectFrom('support_access.access').select('id').execute()).length).toBe(2)
})
