import { beforeEach, describe, expect, test } from 'vitest'
import { removeStaffAt } from '#modules/accounts/desk/staff/staff.ts'
import { answerRequest } from '#modules/support-access/access.ts'
import { closeAccesses } from '#modules/support-access/closing.ts'
import '#src/app/events.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { DAY, HOUR, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast, PASSWORD, setState } from '#tests/cast/people.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { ACCESS_PATH, askFor, deskPathOf, enterPagesOf, LEAVING } from '#tests/cast/support-access.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let staff: Client
let desk: string

beforeEach(async () => {
  setClock(null)
  db = await testDatabase()
  cast = await openCast(db, 0)
  staff = cast.ruo.client
  desk = deskPathOf(cast.lin.viewer)
})

const states = async () =>
  (await db.selectFrom('support_access.access').select('state').orderBy('id').execute()).map((r) => r.state)

const logged = async () => {
  const rows = await db.selectFrom('accounts.desk_action').select('action').orderBy('id').execute()
  return rows.map(({ action }) => action).filter((action) => action.endsWith('access'))
}

/** A colleague changes the staff role, as `/desk/staff` does. */
async function staffAct(path: string, fields: Record<string, string>) {
  const colleague = newClient(db)
  const id = await createColleague(db, cast.ruo.viewer, 'tang', ['lead'])
  colleague.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  const answer = await colleague.post(`/desk/staff/${cast.ruo.viewer.id}/${path}`, fields)
  expect(answer.status).toBe(303)
}

const WAYS: Record<string, { end: (access: { access: string }) => Promise<unknown>; words: string }> = {
  'the hour': {
    end: async () => setClock(() => new Date(Date.now() + HOUR + 1000)),
    words: 'The hour has passed',
  },
  'the customer': {
    end: (access) => cast.lin.client.post(`${ACCESS_PATH}/ending`, access),
    words: 'You or the customer ended the access',
  },
  'the one who asked': {
    end: (access) => staff.post(`${desk}/withdrawal`, access),
    words: 'You or the customer ended the access',
  },
  'a new password': {
    end: async () => {
      const fields = { current: PASSWORD, password: 'Pagoda83bridge', confirmPassword: 'Pagoda83bridge' }
      expect((await cast.lin.client.post('/mgmt/acct-info/password', fields)).status).toBe(303)
    },
    words: 'changed the password',
  },
  'ending the other sessions': {
    end: async () => {
      await beginSession(db, cast.lin.viewer.id)
      const answer = await cast.lin.client.post('/mgmt/acct-info/other-sessions/ending')
      expect(answer.status).toBe(303)
    },
    words: 'ended sessions',
  },
  'freezing the account': {
    end: async () => {
      const fields = { stateAction: 'freeze', reason: 'A dispute' }
      expect((await staff.post(`/desk/accounts/${cast.lin.viewer.id}/state`, fields)).status).toBe(303)
    },
    words: 'changed at the desk',
  },
  'erasing the account': {
    end: async () => {
      const { eraseAccount } = await import('#modules/accounts/erasure.ts')
      const { ruo, lin, zhou } = cast
      await eraseAccount(db, ruo.viewer, zhou.viewer.id, 'Leaves')
      await eraseAccount(db, ruo.viewer, lin.viewer.id, 'Asked for it')
    },
    words: 'can no longer be used',
  },
}

describe.each(Object.entries(WAYS))('ended by %s', (way, { end, words }) => {
  test('shows a page that says so, and refuses everything until it is read', async () => {
    const access = await enterPagesOf(db, staff, cast.lin)
    expect((await staff.get('/mgmt/acct-info')).status).toBe(200)
    await end(access)
    const page = await staff.get('/mgmt/acct-info')
    const html = await page.text()
    expect([page.status, html.includes(words)]).toEqual([403, true])
    const contacts = () => db.selectFrom('contacts.contact').select('id').execute()
    const previousState = await contacts()
    const response = await staff.post('/mgmt/contacts', {
      name: 'Wu',
      email: 'wu@example.com',
      type: 'external',
    })
    expect([response.status, (await response.text()).includes('Nothing was changed')]).toEqual([403, true])
    expect(await contacts()).toEqual(previousState)
    expect((await staff.get('/desk/accounts')).status).toBe(200)
    expect((await staff.post(LEAVING)).headers.get('location')).toBe('/mgmt/acct-info')
    const ownPage = await staff.get('/mgmt/acct-info')
    expect([ownPage.status, (await ownPage.text()).includes('ruo@example.com')]).toEqual([200, true])
    if (way.endsWith('the account')) return
    expect((await staff.get(desk)).status).toBe(200)
    await askFor(db, staff, cast.lin.viewer)
    expect(await states()).toEqual([way === 'the hour' ? 'expired' : 'ended', 'asked'])
    expect(await logged()).toEqual([
      'ask-access',
      'allow-access',
      way === 'the hour' ? 'expire-access' : 'end-access',
      'ask-access',
    ])
  })
})

test('losing the permission ends the access, and the mode can still be left', async () => {
  await enterPagesOf(db, staff, cast.lin)
  await staffAct('roles', { was: 'lead', publisher: 'yes', reason: 'Moves' })
  const page = await staff.get('/mgmt/home')
  expect([page.status, (await page.text()).includes('ends access')]).toEqual([403, true])
  expect(await (await cast.lin.client.get('/mgmt/acct-info')).text()).not.toContain('can see your pages')
  expect((await staff.post(LEAVING)).status).toBe(303)
  expect((await staff.get('/mgmt/acct-info')).status).toBe(200)
})

test('a suspended member of staff sees nothing, and a colleague can request access immediately', async () => {
  await enterPagesOf(db, staff, cast.lin)
  const colleague = newClient(db)
  const id = await createColleague(db, cast.ruo.viewer, 'tang', ['lead'])
  colleague.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  expect(await removeStaffAt(db, 'ruo@example.com')).toBe(true)
  expect((await staff.get('/mgmt/home')).status).toBeOneOf([303, 403])
  await askFor(db, colleague, cast.lin.viewer)
  expect(await states()).toEqual(['ended', 'asked'])
})

test('an account that was frozen automatically is not shown either', async () => {
  await enterPagesOf(db, staff, cast.lin)
  await setState(db, 'lin', 'frozen')
  const page = await staff.get('/mgmt/home')
  expect([page.status, (await page.text()).includes('can no longer be used')]).toEqual([403, true])
})

test('a logout of the member of staff ends the mode with the session', async () => {
  await enterPagesOf(db, staff, cast.lin)
  expect((await staff.post('/logout')).status).toBe(303)
  expect((await staff.get('/mgmt/acct-info')).headers.get('location')).toContain('/acct/login')
})

test('a logout of the customer on one device does not end it', async () => {
  await enterPagesOf(db, staff, cast.lin)
  await cast.lin.client.post('/logout')
  expect((await staff.get('/mgmt/acct-info')).status).toBe(200)
})

test('an unanswered request expires, and the job logs that', async () => {
  const access = await askFor(db, staff, cast.lin.viewer)
  setClock(() => new Date(Date.now() + DAY + 1000))
  await closeAccesses.now(db, {})
  expect(await states()).toEqual(['expired'])
  await expect(answerRequest(db, cast.lin.viewer, access.access, 'allowed')).rejects.toThrow('ACCESS_DENIED')
})

test('a request cannot be allowed after it was withdrawn, refused or answered', async () => {
  const access = await askFor(db, staff, cast.lin.viewer)
  const consent = async () => (await cast.lin.client.post(`${ACCESS_PATH}/consent`, access)).status
  await staff.post(`${desk}/withdrawal`, access)
  expect(await consent()).toBe(403)
  Object.assign(access, await askFor(db, staff, cast.lin.viewer))
  const results = await Promise.all([consent(), cast.lin.client.post(`${ACCESS_PATH}/refusal`, access)])
  expect([results[0], results[1].status].sort()).toEqual([303, 403])
})
