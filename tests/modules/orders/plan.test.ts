import { beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { listPackages } from '#modules/orders/packages/package.ts'
import { monthsAfter } from '#modules/orders/plans/month.ts'
import { startPlan } from '#modules/orders/plans/plan.ts'
import { DAY } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})

// The tests depend on each other, in order.
describe('plans and their grants', { shuffle: false }, () => {
  test('the packages are in the database, in order, with the promised contents', async () => {
    const rows = await listPackages(db)
    expect(rows.map((row) => [row.code, row.seats])).toEqual([
      ['free', 1],
      ['single_1', 1],
      ['single_2', 1],
      ['single_esign', 1],
      ['basic', 3],
      ['professional', 10],
      ['enterprise', 30],
      ['customised', null],
    ])
    const monthly = rows.filter((row) => ['basic', 'professional', 'enterprise'].includes(row.code))
    expect(monthly.map((row) => row.documents_1! + row.documents_2!)).toEqual([10, 40, 150])
    expect(monthly.map((row) => row.storage! / 1024 ** 3)).toEqual([2, 20, 100])
  })

  test('a new plan grants seats, permissions and the first month’s uses, at most once a day', async () => {
    const { viewer } = cast.lin
    const endsAt = new Date(Date.now() + 365 * DAY)
    for (let times = 0; times < 2; times++)
      await db.transaction().execute((trx) => startPlan(trx, viewer.teamId, 'professional', endsAt))
    const after = (await findViewer(db, viewer.id))!
    expect([after.package, after.permissions.includes('member.invite')]).toEqual(['professional', true])
    const totals = (await usageSummary(db, after)).map((line) => [line.kind, line.total])
    expect(totals).toEqual([
      ['document_1', 28],
      ['document_2', 12],
      ['esign', 40],
    ])
    await expect(startPlan(db, viewer.teamId, 'customised', endsAt)).rejects.toThrow('no numbers')
  })

  test.each([
    ['2026-01-31T10:00:00+08:00', '2026-02-28T10:00:00+08:00'],
    ['2028-01-31T10:00:00+08:00', '2028-02-29T10:00:00+08:00'],
    ['2026-12-15T00:30:00+08:00', '2027-01-15T00:30:00+08:00'],
    ['2026-10-31T23:59:59+08:00', '2026-11-30T23:59:59+08:00'],
  ])('a month after %s is %s', (from, to) => {
    expect(monthsAfter(new Date(from), 1).toISOString()).toBe(new Date(to).toISOString())
  })

  describe('the usage page', { shuffle: false }, () => {
    test('shows who used what, the period, and a paged ledger', async () => {
      const { viewer, client } = cast.lin
      const { teamId } = viewer
      for (let n = 0; n < 28; n++)
        await db.transaction().execute((trx) =>
          spendUsage(trx, {
            teamId,
            kind: 'document_1',
            key: newId(),
            spentBy: (n % 4 ? cast.lin : cast.zhou).viewer.id,
          }),
        )
      const html = await (await client.get('/mgmt/acct-info/usage')).text()
      expect(html).toContain('28 of 28 used')
      expect(html).toMatch(/zhou<\/span><span[^>]*>7</)
      const next = /href="(\?before=[^"]+)"/.exec(html)![1]!
      const older = await (await client.get(`/mgmt/acct-info/usage${next}`)).text()
      const rows = (page: string) => (page.match(/<tbody.*<\/tbody>/s)![0].match(/<tr/g) ?? []).length
      expect([rows(html), rows(older)]).toEqual([20, 11])
    })

    test('shows only the usage of the viewer’s own team; members can see the page too', async () => {
      await grantUsage(db, {
        teamId: cast.hannah.viewer.teamId,
        kind: 'esign',
        quantity: 3,
        key: newId(),
        expiresAt: new Date('2099-01-01'),
      })
      const hannahsPage = await (await cast.hannah.client.get('/mgmt/acct-info/usage')).text()
      expect(hannahsPage).toContain('0 of 3 used')
      expect(hannahsPage).not.toContain('of 28')
      expect(await (await cast.zhou.client.get('/mgmt/acct-info/usage')).text()).toContain('28 of 28 used')
    })
  })
})
