import { beforeEach, describe, expect, test } from 'vitest'
import { changeRoles, removeStaff, removeStaffAt } from '#modules/accounts/desk/staff/staff.ts'
import { inviteStaffByCommand } from '#modules/accounts/desk/staff/staff-invitation.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { deskPermission } from '#src/auth/desk-areas.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { STAFF_ROLES, type StaffRole } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { siteRoutes } from '#tests/support/routes.ts'

const STAFF = '/desk/staff'
const PASSWORD = 'Pagoda83bridge'
const CHOICE = { username: 'first_lead', password: PASSWORD, confirmPassword: PASSWORD }

let db: Db
let cast: Cast

beforeEach(async () => {
  setClock(null)
  db = await testDatabase()
  cast = await openCast(db, 0)
})

const pathOf = (link: string) => new URL(link).pathname

async function clientOf(id: string): Promise<Client> {
  const client = newClient(db)
  client.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  return client
}

const rolesOf = async (id: string) => (await findViewer(db, id))?.permissions

async function linkInMail(address: string): Promise<string> {
  const mail = await db
    .selectFrom('platform.mail')
    .select('text')
    .where('recipient', '=', address)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/staff-invitation\/\w+/.exec(mail.text)![0]
}

const invite = (values: Record<string, string>) => cast.ruo.client.post(`${STAFF}/invitations`, values)

describe('the first member of staff', () => {
  test('is created on the command line', async () => {
    const invitation = { name: 'Su Lan', email: 'su.lan@qinglan.example', roles: ['lead' as const] }
    const path = pathOf(await inviteStaffByCommand(db, invitation))
    const browser = newClient(db)
    const html = await (await browser.get(`${path}?locale=en_US`)).text()
    expect(html).toContain('Su Lan, this link opens your staff account for su.lan@qinglan.example')
    const answer = await browser.post(path, CHOICE)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/desk'])
    expect((await browser.get(STAFF)).status).toBe(200)
    expect((await newClient(db).get(path)).status).toBe(409)
  })

  test('chooses a username and a password; problems are shown at their fields', async () => {
    const invitation = { name: 'Su Lan', email: 'su.lan@qinglan.example', roles: ['lead' as const] }
    const path = pathOf(await inviteStaffByCommand(db, invitation))
    const problems: [object, string][] = [
      [{ username: 'a' }, '4 - 20 digits'],
      [{ username: 'lin' }, '4 - 20 digits'],
      [{ password: 'short', confirmPassword: 'short' }, 'Incorrect password format'],
      [{ confirmPassword: 'Pagoda83Bridge' }, 'Inconsistent passwords'],
      [{ password: 'password1', confirmPassword: 'password1' }, 'common'],
    ]
    for (const [change, words] of problems) {
      const answer = await newClient(db).post(`${path}?locale=en_US`, { ...CHOICE, ...change })
      expect([change, answer.status]).toEqual([change, 422])
      expect(await answer.text()).toContain(words)
    }
    expect((await newClient(db).post(path, { ...CHOICE, username: 'zhou' })).status).toBe(422)
    expect((await newClient(db).post(path, CHOICE)).status).toBe(303)
  })

  test('can also be removed on the command line', async () => {
    expect(await removeStaffAt(db, 'nobody@example.com')).toBe(false)
    expect(await removeStaffAt(db, 'RUO@example.com')).toBe(true)
    expect(await findViewer(db, cast.ruo.viewer.id)).toBe(null)
  })
})

describe('an invitation at the desk', () => {
  test('is mailed, works once and gives the ticked roles', async () => {
    const answer = await invite({ name: 'Mei', email: 'mei@example.com', support: 'yes', publisher: 'yes' })
    expect(answer.headers.get('location')).toBe(`${STAFF}?done=invited`)
    const path = await linkInMail('mei@example.com')
    const tries = await Promise.all([1, 2].map(() => newClient(db).post(path, CHOICE)))
    expect(tries.map(({ status }) => status).sort()).toEqual([303, 409])
    const { id } = await db
      .selectFrom('accounts.account')
      .select('id')
      .where('email', '=', 'mei@example.com')
      .executeTakeFirstOrThrow()
    expect(await rolesOf(id)).toEqual(
      expect.arrayContaining(['desk.enter', 'desk.support', 'desk.templates', 'desk.moderation']),
    )
    expect(await rolesOf(id)).not.toContain('desk.staff')
  })

  test.each([
    ['without a role', { name: 'Mei', email: 'mei@example.com' }, 'Please tick at least one role.'],
    ['without a name', { email: 'mei@example.com', support: 'yes' }, 'name-note'],
    ['to a customer', { name: 'Lin', email: 'lin@example.com', support: 'yes' }, 'email-note'],
    ['to a colleague', { name: 'Ruo', email: 'ruo@example.com', support: 'yes' }, 'alert'],
  ])('%s is refused with what was typed', async (_, values, words) => {
    const answer = await invite(values)
    const html = await answer.text()
    expect([answer.status, html.includes(words)]).toEqual([422, true])
    expect(html).toContain(`value="${values.email}"`)
  })

  test('is invalid after it was withdrawn or replaced, or after three days', async () => {
    const values = { name: 'Mei', email: 'mei@example.com', support: 'yes' }
    await invite(values)
    const firstLink = await linkInMail('mei@example.com')
    await invite(values)
    const secondLink = await linkInMail('mei@example.com')
    expect((await newClient(db).get(firstLink)).status).toBe(409)
    expect((await newClient(db).get(secondLink)).status).toBe(200)
    setClock(() => new Date(Date.now() + 3 * DAY))
    expect((await newClient(db).post(secondLink, CHOICE)).status).toBe(409)
    setClock(null)
    const [{ id }] = (await db
      .selectFrom('accounts.staff_invitation')
      .select('id')
      .where('withdrawn_at', 'is', null)
      .execute()) as [{ id: string }]
    expect((await cast.ruo.client.post(`${STAFF}/invitations/${id}/withdrawal`, {})).status).toBe(303)
    expect((await cast.ruo.client.post(`${STAFF}/invitations/${id}/withdrawal`, {})).status).toBe(404)
    expect((await newClient(db).get(secondLink)).status).toBe(409)
  })
})

describe('roles', () => {
  test('are replaced with a reason, logged, and take effect immediately', async () => {
    const id = await createColleague(db, cast.ruo.viewer, 'tang', ['finance'])
    const client = await clientOf(id)
    expect((await client.get('/desk/orders')).status).toBe(200)
    const change = { was: 'finance', support: 'yes', reason: 'moves to support' }
    expect((await cast.ruo.client.post(`${STAFF}/${id}/roles`, change)).status).toBe(303)
    expect([(await client.get('/desk/orders')).status, (await client.get('/desk/chat')).status]).toEqual([
      403, 200,
    ])
    const log = await (await cast.ruo.client.get('/desk/log?locale=en_US')).text()
    expect(log).toContain('moves to support')
    expect(log).toContain('Finance → Support')
    expect((await cast.ruo.client.post(`${STAFF}/${id}/roles`, change)).status).toBe(409)
    expect((await cast.ruo.client.post(`${STAFF}/${id}/roles`, { shownRoles: 'support' })).status).toBe(422)
  })

  test('cannot be removed from the last lead, even if two leads remove each other concurrently', async () => {
    const ruo = cast.ruo.viewer
    const none = { shownRoles: ['lead' as StaffRole], roles: [], reason: 'x' }
    expect(await changeRoles(db, ruo, ruo.id, none)).toBe('desk.staff.problem.lastLead')
    const id = await createColleague(db, ruo, 'tang', ['lead'])
    const tang = (await findViewer(db, id))!
    const outcomes = await Promise.all([removeStaff(db, ruo, id, 'x'), removeStaff(db, tang, ruo.id, 'y')])
    expect(outcomes.filter((one) => one === null).length).toBe(1)
    expect(outcomes).toContain('desk.staff.problem.lastLead')
  })

  test('of a removed person end with the sessions, until a new invitation', async () => {
    const id = await createColleague(db, cast.ruo.viewer, 'tang', ['finance'])
    const client = await clientOf(id)
    expect((await cast.ruo.client.post(`${STAFF}/${id}/removal`, {})).status).toBe(422)
    expect((await cast.ruo.client.post(`${STAFF}/${id}/removal`, { ground: 'left' })).status).toBe(303)
    expect((await client.get('/desk/orders')).headers.get('location')).toContain('/acct/login')
    await invite({ name: 'tang', email: 'tang@example.com', support: 'yes' })
    const path = await linkInMail('tang@example.com')
    const back = newClient(db)
    expect((await back.post(path, { ...CHOICE, username: '' })).status).toBe(303)
    expect((await back.get('/desk/chat')).status).toBe(200)
    expect(
      await db.selectFrom('accounts.account').select('id').where('username', '=', 'tang').execute(),
    ).toEqual([{ id }])
  })

  test('of one’s own account cannot be removed', async () => {
    const { client, viewer } = cast.ruo
    expect((await client.post(`${STAFF}/${viewer.id}/removal`, { ground: 'x' })).status).toBe(403)
    expect(await (await client.get(`${STAFF}/${viewer.id}`)).text()).not.toContain('removal-form')
  })

  test('other than lead cannot change accounts of staff', async () => {
    const client = await clientOf(await createColleague(db, cast.ruo.viewer, 'tang', ['support']))
    const form = { stateAction: 'disable', reason: 'x' }
    const stateOf = (id: string) => client.post(`/desk/accounts/${id}/state`, form)
    expect((await stateOf(cast.ruo.viewer.id)).status).toBe(403)
    expect((await stateOf(cast.lin.viewer.id)).status).toBe(303)
  })
})

describe('a part of the desk', () => {
  const AREAS: Record<StaffRole, RegExp> = {
    support:
      /^(GET|POST) \/desk\/(accounts|announcements|approvals|requests|log|authorisations|chat|consultations|feedback|replies|faq|files|jobs|signings|errors|calendar|hours|security-events)/,
    finance:
      /^((GET|POST) \/desk\/(orders|statements|payments|packages|coupons|reconciliation|revenue|invoices|approvals)|POST \/desk\/accounts\/:id\/note|GET \/desk\/(accounts|requests(?!\/new)|log))/,
    publisher: /^(GET|POST) \/desk\/(templates|laws|law-tasks)/,
    lead: /./,
  }
  const PLANS = /\/accounts\/:id\/(plan|plan-undoing|renewal-end|uses)$/

  test('is open on every route to the roles that work there, and to leads', async () => {
    // Routes for all staff check the permission of each queue themselves.
    const routes = siteRoutes(db).filter(({ path }) => /^\/desk\/(?!work|keys)/.test(path))
    expect(routes.length).toBeGreaterThan(100)
    for (const role of STAFF_ROLES) {
      const id = await createColleague(db, cast.ruo.viewer, `of_${role}`, [role])
      const permissions = (await rolesOf(id))!
      for (const { method, path } of routes) {
        const needed = deskPermission(method, path.replace(':id', id))!
        const isOfFinance = PLANS.test(path)
        const expected =
          role === 'lead' || (isOfFinance ? role === 'finance' : AREAS[role].test(`${method} ${path}`))
        expect([role, method, path, permissions.includes(needed)]).toEqual([role, method, path, expected])
      }
    }
  })

  test('is refused to other staff, and is not in their menu', async () => {
    const id = await createColleague(db, cast.ruo.viewer, 'tang', ['publisher'])
    const client = await clientOf(id)
    for (const path of ['/desk/accounts', '/desk/orders', '/desk/chat', '/desk/jobs', STAFF])
      expect([path, (await client.get(path)).status]).toEqual([path, 403])
    const html = await (await client.get('/desk')).text()
    expect(html).not.toContain('href="/desk/orders"')
    for (const path of ['/desk/templates', '/desk/laws', '/desk/law-tasks'])
      expect(html).toContain(`href="${path}"`)
  })

  test('does not exist for customers, whatever they send', async () => {
    const values = { name: 'Mei', email: 'mei@example.com', lead: 'yes' }
    for (const name of ['lin', 'zhou', 'hannah'] as const) {
      expect((await cast[name].client.get(STAFF)).status).toBe(404)
      expect((await cast[name].client.post(`${STAFF}/invitations`, values)).status).toBe(404)
    }
    expect((await newClient(db).post(`${STAFF}/invitations`, values)).status).toBe(303)
    expect(await db.selectFrom('accounts.staff_invitation').select('id').execute()).toEqual([])
  })
})
