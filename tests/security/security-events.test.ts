import { afterEach, describe, expect, test } from 'vitest'
import { housekeeping } from '#src/app/housekeeping.ts'
import { exportSecurityEvents } from '#src/auth/security-event.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { PersonName } from '#tests/cast/people.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { countRequests } from '#tests/support/limits.ts'

const context = setUpCast()
countRequests(() => context.db)
afterEach(async () => {
  setClock(null)
  await context.db.deleteFrom('platform.security_event').execute()
})

const OWN = '/mgmt/acct-info/security-events'
const DESK = '/desk/security-events'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const idOf = (name: PersonName) => context.cast[name].viewer.id
const events = () =>
  context.db
    .selectFrom('platform.security_event')
    .select(['kind', 'account_id', 'team_id', 'actor_id', 'detail', 'route', 'address', 'device'])
    .orderBy('id')
    .execute()
const kinds = async () => (await events()).map(({ kind }) => kind)

/** An anonymous client at another address. */
function browser(address = '203.0.113.40') {
  return newClient(context.db, undefined, address)
}

async function shownEvents(name: PersonName, path: string): Promise<string> {
  const answer = await context.cast[name].client.get(path)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  return html.slice(html.indexOf('id="event-list"'))
}

describe('the record', () => {
  test('contains a login with its way, address and browser, and a logout', async () => {
    const client = browser()
    await logIn(client, { login: 'hannah' }, { 'user-agent': FIREFOX })
    await client.post('/logout')
    const own = { account_id: idOf('hannah'), team_id: context.cast.hannah.viewer.teamId, actor_id: null }
    expect(await events()).toMatchObject([
      { ...own, kind: 'log-in', detail: 'password', address: '203.0.113.40', device: FIREFOX },
      { ...own, kind: 'sessions-ended', detail: 'log-out' },
    ])
  })

  test('contains a refused login of a known and of an unknown name, without the typed text', async () => {
    for (const login of ['hannah', 'nobody-here']) await logIn(browser(), { login, password: 'Wrong2026' })
    expect(await events()).toMatchObject([
      { kind: 'log-in-refused', account_id: idOf('hannah'), detail: 'password LOGIN_INVALID' },
      { kind: 'log-in-refused', account_id: null, team_id: null },
    ])
    expect(JSON.stringify(await events())).not.toContain('nobody-here')
  })

  test('contains refused access of a logged-in person, but not of an anonymous one', async () => {
    await context.cast.zhou.client.get('/mgmt/acct-info/members')
    await browser().get('/mgmt/acct-info/members')
    await browser().get(`/mgmt/${newId()}/view-doc`)
    expect(await events()).toMatchObject([
      {
        kind: 'access-refused',
        account_id: idOf('zhou'),
        detail: 'ACCESS_DENIED',
        route: '/mgmt/acct-info/members',
      },
    ])
  })

  test('contains at most sixty refusals an hour from one network, and every success', async () => {
    for (let n = 0; n < 70; n++)
      await browser('203.0.113.41').post('/acct/login', {
        login: `nobody-${n}`,
        password: 'Wrong2026',
        agreement: 'yes',
      })
    expect((await kinds()).length).toBe(60)
    await logIn(browser('203.0.113.42'), { login: 'hannah' })
    expect((await kinds()).at(-1)).toBe('log-in')
  })

  test('contains changes by an administrator, under their name', async () => {
    const fields = { was: '', 'document.create': 'yes' }
    const { grants } = await context.db
      .selectFrom('accounts.account')
      .select('grants')
      .where('id', '=', idOf('zhou'))
      .executeTakeFirstOrThrow()
    const path = `/mgmt/acct-info/members/${idOf('zhou')}/grants`
    await context.cast.lin.client.post(path, { ...fields, was: grants.join(' ') })
    expect(await events()).toMatchObject([
      { kind: 'permissions', account_id: idOf('zhou'), actor_id: idOf('lin'), detail: 'grant' },
    ])
    const html = await shownEvents('zhou', OWN)
    expect(html).toContain('by lin')
  })

  test('contains changes by staff, without their address to the customer', async () => {
    const path = `/desk/accounts/${idOf('zhou')}/state`
    for (const stateAction of ['freeze', 'restore'])
      await context.cast.ruo.client.post(path, { stateAction, reason: 'A report of misuse' })
    await context.db
      .updateTable('platform.security_event')
      .set({ address: '192.0.2.99' })
      .where('actor_id', '=', idOf('ruo'))
      .execute()
    const html = await shownEvents('zhou', OWN)
    expect(html).toContain('by Qishu staff')
    expect(html).not.toContain('192.0.2.99')
    expect(html).not.toContain('by ruo')
    const exported = JSON.stringify(await exportSecurityEvents(context.db, idOf('zhou')))
    expect([exported.includes('freeze'), exported.includes('192.0.2.99')]).toEqual([true, false])
    expect(await shownEvents('ruo', DESK)).toContain('192.0.2.99')
  })

  test('contains nothing of a change that is rolled back', async () => {
    await context.cast.lin.client.post('/mgmt/acct-info/password', {
      current: 'Wrong2026',
      password: 'Another2026',
      confirmPassword: 'Another2026',
    })
    expect(await events()).toMatchObject([
      { kind: 'log-in-refused', detail: 'own-password ORIGIN_PASSWORD_ERROR' },
    ])
  })
})

describe('the page of one’s own events', () => {
  const record = (name: PersonName, address: string, teamId = context.cast[name].viewer.teamId) =>
    context.db
      .insertInto('platform.security_event')
      .values({
        id: newId(),
        kind: 'log-in',
        account_id: idOf(name),
        team_id: teamId,
        actor_id: null,
        detail: 'password',
        address,
        device: FIREFOX,
        created_at: new Date(),
      })
      .execute()

  test('shows a member only their own, whatever the query', async () => {
    await record('lin', '192.0.2.1')
    await record('zhou', '192.0.2.2')
    for (const query of ['', '?whose=team', `?whose=${idOf('lin')}`]) {
      const html = await shownEvents('zhou', `${OWN}${query}`)
      expect(html).toContain('192.0.2.2')
      expect(html).not.toContain('192.0.2.1')
    }
  })

  test('shows the administrator those of the team, by member and kind', async () => {
    await record('lin', '192.0.2.1')
    await record('zhou', '192.0.2.2')
    expect(await shownEvents('lin', OWN)).not.toContain('192.0.2.2')
    const team = await shownEvents('lin', `${OWN}?whose=team`)
    expect([team.includes('192.0.2.1'), team.includes('192.0.2.2')]).toEqual([true, true])
    const member = await shownEvents('lin', `${OWN}?whose=${idOf('zhou')}`)
    expect([member.includes('192.0.2.1'), member.includes('192.0.2.2')]).toEqual([false, true])
    expect(await shownEvents('lin', `${OWN}?whose=team&kind=export`)).toContain('No events')
  })

  test('shows the administrator nothing of another team, nor of a member elsewhere', async () => {
    await record('hannah', '192.0.2.3')
    await record('zhou', '192.0.2.4', context.cast.hannah.viewer.teamId)
    for (const whose of ['team', idOf('hannah'), idOf('zhou')]) {
      const html = await shownEvents('lin', `${OWN}?whose=${whose}`)
      expect(html).not.toContain('192.0.2.3')
      expect(html).not.toContain('192.0.2.4')
    }
  })

  test('needs a login', async () => {
    const answer = await browser().get(OWN)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/acct/login?returnUrl=${encodeURIComponent(OWN)}`,
    ])
  })
})

describe('the desk’s page', () => {
  test('filters by account, address, kind and day, and has several pages', async () => {
    for (let n = 0; n < 35; n++)
      await context.db
        .insertInto('platform.security_event')
        .values({
          id: newId(new Date(Date.now() - n * DAY)),
          kind: n % 2 ? 'export' : 'log-in',
          account_id: idOf(n < 30 ? 'hannah' : 'zhou'),
          team_id: null,
          actor_id: null,
          detail: '',
          address: `192.0.2.${n}`,
          device: '',
          created_at: new Date(Date.now() - n * DAY),
        })
        .execute()
    const addresses = (html: string) =>
      new Set([...html.matchAll(/192\.0\.2\.(\d+)/g)].map(([, last]) => Number(last)))
    const first = await shownEvents('ruo', DESK)
    expect(addresses(first).size).toBe(30)
    const [, older] = /href="(\/desk\/security-events\?before=[^"]+)"/.exec(first)!
    expect([...addresses(await shownEvents('ruo', older!))]).toEqual([30, 31, 32, 33, 34])
    expect(addresses(await shownEvents('ruo', `${DESK}?keyword=ZHOU@example.com`))).toEqual(
      new Set([30, 31, 32, 33, 34]),
    )
    expect(addresses(await shownEvents('ruo', `${DESK}?address=192.0.2.7`))).toEqual(new Set([7]))
    const exports = addresses(await shownEvents('ruo', `${DESK}?keyword=zhou&kind=export`))
    expect(exports).toEqual(new Set([31, 33]))
    const day = (ago: number) => new Date(Date.now() - ago * DAY + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(addresses(await shownEvents('ruo', `${DESK}?since=${day(12)}&until=${day(11)}`))).toEqual(
      new Set([11, 12]),
    )
    expect(await shownEvents('ruo', `${DESK}?keyword=nobody`)).toContain('No account found')
  })

  test('does not exist for customers, and is refused to staff without moderation', async () => {
    for (const name of ['lin', 'zhou', 'hannah'] as const)
      expect((await context.cast[name].client.get(DESK)).status).toBe(404)
    const roles = (staff_roles: ('lead' | 'finance')[]) =>
      context.db.updateTable('accounts.account').set({ staff_roles }).where('id', '=', idOf('ruo')).execute()
    await roles(['finance'])
    expect((await context.cast.ruo.client.get(DESK)).status).toBe(403)
    await roles(['lead'])
  })
})

test('events are stored for 190 days', async () => {
  await logIn(browser(), { login: 'hannah' })
  setClock(() => new Date(Date.now() + 189 * DAY))
  await housekeeping.now(context.db, {})
  expect(await kinds()).toEqual(['log-in'])
  setClock(() => new Date(Date.now() + 191 * DAY))
  await housekeeping.now(context.db, {})
  expect(await kinds()).toEqual([])
})
