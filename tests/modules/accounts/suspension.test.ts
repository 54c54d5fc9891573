import { beforeEach, describe, expect, test } from 'vitest'
import { changeState } from '#modules/accounts/desk/desk-state.ts'
import { removeStaffAt } from '#modules/accounts/desk/staff/staff.ts'
import { liftSuspension, suspendStaff } from '#modules/accounts/desk/staff/suspension.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { hashPassword } from '#modules/accounts/password/password.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { LOCALES, translate } from '#src/core/i18n.ts'
import type { StaffRole } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

const STAFF = '/desk/staff'
const PASSWORD = 'Pagoda83bridge'

let db: Db
let cast: Cast
/** A colleague for finance, and their browser. */
let tang: string
let browser: Client

beforeEach(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  tang = await colleague('tang', ['finance'])
  browser = await clientOf(tang)
})

const colleague = (name: string, roles: StaffRole[]) => createColleague(db, cast.ruo.viewer, name, roles)

async function clientOf(id: string): Promise<Client> {
  const client = newClient(db)
  client.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  return client
}

const post = (step: string, cause?: string, id = tang) =>
  cast.ruo.client.post(`${STAFF}/${id}/${step}`, cause === undefined ? {} : { cause })

const rowOf = (id: string) =>
  db
    .selectFrom('accounts.account')
    .select(['state', 'staff_roles'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('a suspended colleague', () => {
  test('loses every session, and gets the same roles back when the suspension is lifted', async () => {
    const secondClient = await clientOf(tang)
    expect((await browser.get('/desk/orders')).status).toBe(200)
    expect((await post('suspension', 'lost laptop')).headers.get('location')).toBe(`${STAFF}?done=suspended`)
    for (const client of [browser, secondClient])
      expect((await client.get('/desk/orders')).headers.get('location')).toContain('/acct/login')
    expect(await findViewer(db, tang)).toBe(null)
    expect(await rowOf(tang)).toEqual({ state: 'frozen', staff_roles: ['finance'] })
    expect((await post('suspension-end', 'found')).headers.get('location')).toBe(`${STAFF}?done=lifted`)
    expect((await browser.get('/desk/orders')).headers.get('location')).toContain('/acct/login')
    expect((await (await clientOf(tang)).get('/desk/orders')).status).toBe(200)
  })

  test('cannot log in, and reads the reason in three languages', async () => {
    const columns = { password_hash: await hashPassword(PASSWORD) }
    await db.updateTable('accounts.account').set(columns).where('id', '=', tang).execute()
    await post('suspension', 'lost laptop')
    for (const locale of LOCALES) {
      const answer = await newClient(db).post(`/acct/login?locale=${locale}`, {
        login: 'tang',
        password: PASSWORD,
        agreement: 'yes',
        way: 'password',
        returnUrl: '',
      })
      expect(answer.headers.get('set-cookie') ?? '').not.toContain(SESSION_COOKIE)
      expect(await answer.text()).toContain(translate(locale)('desk.staff.refused'))
    }
  })

  test('is marked in the list of staff, with a button to lift the suspension', async () => {
    await post('suspension', 'lost laptop')
    expect(await (await cast.ruo.client.get(`${STAFF}?locale=en_US`)).text()).toContain('Suspended')
    const page = await (await cast.ruo.client.get(`${STAFF}/${tang}?locale=en_US`)).text()
    expect(page).toContain('lift-form')
    expect(page).toContain('removal-form')
    for (const form of ['roles-form', 'suspension-form']) expect(page).not.toContain(form)
    const invitation = { name: 'tang', email: 'tang@example.com', support: 'yes' }
    expect((await cast.ruo.client.post(`${STAFF}/invitations`, invitation)).status).toBe(422)
    expect(await removeStaffAt(db, 'tang@example.com')).toBe(true)
    expect(await rowOf(tang)).toEqual({ state: 'disabled', staff_roles: [] })
  })

  test('is in the staff log with the reason, the old and the new state, and in the security events', async () => {
    await post('suspension', 'lost laptop')
    await post('suspension-end', 'found again')
    const log = (await (await cast.ruo.client.get('/desk/log?locale=en_US')).text()).replaceAll(
      '<!-- -->',
      '',
    )
    for (const words of [
      'Staff member suspended',
      'lost laptop',
      'State: Active → Frozen',
      'Suspension of staff lifted',
      'found again',
      'State: Frozen → Active',
    ])
      expect(log).toContain(words)
    const events = await db
      .selectFrom('platform.security_event')
      .select('detail')
      .where('account_id', '=', tang)
      .where('kind', '=', 'staff-roles')
      .execute()
    expect(events.map(({ detail }) => detail).sort()).toEqual(['resume-staff', 'suspend-staff'])
  })
})

describe('suspending', () => {
  test('requires a reason, and keeps the typed text', async () => {
    expect((await post('suspension')).status).toBe(422)
    const longReason = 'x'.repeat(501)
    const answer = await post('suspension', longReason)
    expect([answer.status, (await answer.text()).includes(longReason)]).toEqual([422, true])
    expect((await rowOf(tang)).state).toBe('active')
  })

  test('has no effect the second time, nor does lifting a missing suspension', async () => {
    expect((await post('suspension-end', 'x')).status).toBe(409)
    expect((await post('suspension', 'x')).status).toBe(303)
    expect((await post('suspension', 'y')).status).toBe(409)
    await post('suspension-end', 'x')
    await cast.ruo.client.post(`${STAFF}/${tang}/removal`, { ground: 'left' })
    for (const step of ['suspension', 'suspension-end']) expect((await post(step, 'x')).status).toBe(409)
    expect((await rowOf(tang)).state).toBe('disabled')
  })

  test('one’s own account is refused and not offered', async () => {
    await colleague('gao', ['lead'])
    const { id } = cast.ruo.viewer
    expect((await post('suspension', 'x', id)).status).toBe(403)
    expect(await (await cast.ruo.client.get(`${STAFF}/${id}`)).text()).not.toContain('suspension-form')
    expect((await rowOf(id)).state).toBe('active')
  })

  test('leaves one lead, even if two leads suspend each other concurrently from any page', async () => {
    const ruo = cast.ruo.viewer
    const gao = (await findViewer(db, await colleague('gao', ['lead'])))!
    const each = await Promise.all([suspendStaff(db, ruo, gao.id, 'x'), suspendStaff(db, gao, ruo.id, 'y')])
    expect(each.filter((one) => one === null)).toHaveLength(1)
    expect(each).toContain('desk.staff.problem.lastLead')
    const [remainingLead, suspendedLead] = (await rowOf(ruo.id)).state === 'active' ? [ruo, gao] : [gao, ruo]
    const freeze = { stateAction: 'freeze' as const, reason: 'x' }
    await expect(changeState(db, suspendedLead, remainingLead.id, freeze)).rejects.toThrow('ACCESS_DENIED')
    expect((await rowOf(remainingLead.id)).state).toBe('active')
    expect(await liftSuspension(db, remainingLead, suspendedLead.id, 'x')).toBe(null)
    expect(await changeState(db, suspendedLead, remainingLead.id, freeze)).toBe(null)
  })

  test('is reserved for leads', async () => {
    const gao = await clientOf(await colleague('gao', ['support', 'finance', 'publisher']))
    for (const step of ['suspension', 'suspension-end'])
      expect((await gao.post(`${STAFF}/${tang}/${step}`, { cause: 'x' })).status).toBe(403)
    for (const name of ['lin', 'zhou'] as const)
      expect((await cast[name].client.post(`${STAFF}/${tang}/suspension`, { cause: 'x' })).status).toBe(404)
    expect((await post('suspension', 'x', cast.lin.viewer.id)).status).toBe(404)
    expect((await rowOf(tang)).state).toBe('active')
  })
})

describe('a page for another role', () => {
  test('names the required roles, the viewer’s roles and who assigns roles, in three languages', async () => {
    for (const [locale, needed, own] of [
      ['en_US', 'Open to: Support, Lead', 'Your roles: Finance'],
      ['zh_CN', '可使用此页面的职责：客服、主管', '您的职责：财务'],
      ['zh_TW', '可使用此頁面的職責：客服、主管', '您的職責：財務'],
    ] as const) {
      const answer = await browser.get(`/desk/chat?locale=${locale}`)
      const html = await answer.text()
      expect(answer.status).toBe(403)
      for (const words of [needed, own, cast.ruo.viewer.name, 'mailto:ruo@example.com', 'href="/desk"'])
        expect([locale, html.includes(words)]).toEqual([locale, true])
    }
  })

  test('shows neither the page nor whether its entry exists', async () => {
    const { id } = cast.lin.viewer
    const gao = await clientOf(await colleague('gao', ['publisher']))
    const pages = await Promise.all(
      [id, tang, 'nobody'].map(async (one) => (await gao.get(`/desk/accounts/${one}?locale=en_US`)).text()),
    )
    for (const html of pages) {
      expect(html).toContain('This page needs another role')
      expect(html).not.toContain(cast.lin.viewer.email)
    }
  })

  test('is refused without an explanation to programs, fragments and forms', async () => {
    const json = await browser.get('/desk/chat', { accept: 'application/json' })
    expect([json.status, (await json.text()).includes('ACCESS_DENIED')]).toEqual([403, true])
    const fragment = await browser.get('/desk/chat?locale=en_US', { 'hx-request': 'true' })
    expect([fragment.status, (await fragment.text()).includes('mailto:')]).toEqual([403, false])
    const form = await browser.post('/desk/faq/new?locale=en_US', {})
    expect([form.status, (await form.text()).includes('A lead can give you the role')]).toEqual([403, true])
  })

  test('does not exist for customers and visitors; an unknown URL does not exist for anyone', async () => {
    for (const name of ['lin', 'hannah'] as const)
      expect((await cast[name].client.get('/desk/chat')).status).toBe(404)
    expect((await newClient(db).get('/desk/chat')).headers.get('location')).toContain('/acct/login')
    expect((await browser.get('/desk/nothing-here', { accept: 'application/json' })).status).toBe(404)
  })

  test('links a person without any role to the person’s own account', async () => {
    const gao = await clientOf(await colleague('gao', []))
    const html = await (await gao.get('/desk/orders?locale=en_US')).text()
    expect(html).toContain('Your roles: none')
    expect((await gao.get('/desk')).headers.get('location')).toBe('/mgmt/acct-info')
  })
})
