import { describe, expect, test } from 'vitest'
import { countAttempt, restrictionOf } from '#modules/accounts/entry/lockout.ts'
import { deleteOldEntries } from '#modules/accounts/housekeeping.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { DAY, HOUR, MINUTE, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import type { Cast } from '#tests/cast/people.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpCast()

const pathOf = (name: keyof Cast, page: string) => `/desk/accounts/${context.cast[name].viewer.id}/${page}`
const openPage = async (name: keyof Cast, page: string) =>
  (await context.cast.ruo.client.get(pathOf(name, page))).text()
/** The text of a table row. */
const rowOf = (html: string, name: string) =>
  [...html.matchAll(/<tr.*?<\/tr>/gs)]
    .map(([row]) => row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))
    .find((row) => row.includes(name))

/** Adds `times` failed logins of an account at a time in the past. */
async function fail(name: keyof Cast, times: number, { ago = MINUTE, known = false } = {}) {
  const account_id = context.cast[name].viewer.id
  const rows = Array.from({ length: times }, () => ({
    id: newId(),
    name_hash: name,
    account_id,
    address: '203.0.113.9',
    known_device: known,
    created_at: new Date(now().getTime() - ago),
  }))
  await context.db.insertInto('accounts.login_failure').values(rows).execute()
}

const failuresOf = (name: keyof Cast) =>
  context.db
    .selectFrom('accounts.login_failure')
    .selectAll()
    .where('account_id', '=', context.cast[name].viewer.id)
    .orderBy('created_at', 'desc')
    .execute()

// The tests depend on each other, in order.
describe('a team at the desk', { shuffle: false }, () => {
  test('staff see the members of a team, their states and last logins', async () => {
    const html = await openPage('lin', 'team')
    expect(rowOf(html, 'zhou')).toMatch(/Member No login within 30 days Not restricted Active/)
    const { status } = await logIn(newClient(context.db), { login: 'zhou' })
    expect(status).toBe(303)
    expect(rowOf(await openPage('lin', 'team'), 'zhou')).toMatch(
      /Member \d{4}-\d\d-\d\d \d\d:\d\d Not restricted/,
    )
    // The page of the team is the same for each member.
    expect(rowOf(await openPage('zhou', 'team'), 'lin')).toMatch(/Administrator/)
    expect(html).not.toContain('hannah')
    const moment = new Date(now().getTime() - 31 * DAY)
    await context.db.updateTable('accounts.last_login').set({ at: moment }).execute()
    await deleteOldEntries.now(context.db, {} as never)
    expect(rowOf(await openPage('lin', 'team'), 'zhou')).toMatch(/No login within 30 days/)
  })

  test('staff see failed logins, their networks, and the consequences', async () => {
    expect(await openPage('lin', 'team')).toContain('None.')
    for (let tries = 0; tries < 5; tries++)
      await logIn(newClient(context.db), { login: 'lin', password: 'Wrong2026' })
    const html = await openPage('lin', 'team')
    expect(rowOf(html, 'lin')).toMatch(/Captcha requested/)
    expect(html.match(/new device<\/span>/g)).toHaveLength(5)
    await fail('lin', 20, { known: true })
    expect(rowOf(await openPage('lin', 'team'), 'lin')).toMatch(/Known devices locked out until \d{4}-/)
    await context.db.deleteFrom('accounts.login_failure').execute()
  })

  test.each([
    ['new devices', { known: false, max: 80 }],
    ['known devices', { known: true, max: 20 }],
  ] as const)('the shown consequence of %s is that of the next attempt', async (_, { known, max }) => {
    const key = known ? 'knownDevices' : 'newDevices'
    const tried = {
      login: 'zhou',
      accountId: context.cast.zhou.viewer.id,
      address: '198.51.100.7',
      knownDevice: known,
    }
    await fail('zhou', 1, { known, ago: HOUR - MINUTE })
    await fail('zhou', max - 2, { known })
    expect(restrictionOf(await failuresOf('zhou'))[key]).toBeNull()
    await countAttempt(context.db, tried, true)
    const restrictedUntil = restrictionOf(await failuresOf('zhou'))[key]!
    expect(Math.round((restrictedUntil.getTime() - Date.now()) / MINUTE)).toBe(1)
    await expect(countAttempt(context.db, tried, true)).rejects.toThrow('TOO_MANY_REQUESTS')
    await context.db.deleteFrom('accounts.login_failure').execute()
  })

  test('staff see a team’s granted, spent and remaining uses, and each ledger entry', async () => {
    const { viewer } = context.cast.lin
    const use = { teamId: viewer.teamId, kind: 'esign' } as const
    await grantUsage(context.db, { ...use, quantity: 7, key: 'desk', expiresAt: new Date('2099-01-01') })
    const spend = { ...use, quantity: 2, spentBy: viewer.id, key: 'desk-spent' }
    await context.db.transaction().execute((trx) => spendUsage(trx, spend))
    for (const name of ['lin', 'zhou'] as const) {
      const html = await openPage(name, 'usage')
      expect(html).toContain('2 of 1007 used')
      expect(rowOf(html, '−2')).toMatch(/E-signatures/)
      expect(rowOf(html, '+7')).toMatch(/Granted 2099-01-01|Granted.*2099/)
    }
    expect(await openPage('hannah', 'usage')).toContain('0 of 1000 used')
  })

  test('both pages make the same three queries however much data there is', async () => {
    const count = async (page: string) =>
      (await countQueries(() => context.cast.ruo.client.get(pathOf('lin', page)))).queries
    const queriesOfFew = [await count('team'), await count('usage')]
    await fail('lin', 60)
    await fail('zhou', 60)
    expect([await count('team'), await count('usage')]).toEqual(queriesOfFew)
    expect(Math.max(...queriesOfFew)).toBeLessThanOrEqual(3)
  })

  test.each(['team', 'usage'])('only staff can open the page of %s', async (page) => {
    for (const name of ['lin', 'zhou', 'hannah'] as const)
      expect((await context.cast[name].client.get(pathOf('lin', page))).status).toBe(404)
  })
})
