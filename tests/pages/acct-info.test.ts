import { beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { startPlan } from '#modules/orders/plans/plan.ts'
import { DAY, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { buy, order, pay } from '#tests/cast/orders.ts'
import { type Cast, openCast, type PersonName } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  const { teamId, id } = cast.lin.viewer
  const endsAt = new Date(Date.now() + 365 * DAY)
  await db.transaction().execute(async (trx) => {
    await startPlan(trx, teamId, 'professional', endsAt)
    await spendUsage(trx, { teamId, kind: 'document_1', quantity: 3, spentBy: id, key: newId() })
  })
})

const pageOf = async (name: PersonName) => (await cast[name].client.get('/mgmt/acct-info')).text()

/** The value beside a label on the page. */
function fact(html: string, label: string): string {
  const match = new RegExp(`<dt[^>]*>${label}</dt><dd[^>]*>(.*?)</dd>`).exec(html)
  if (!match) throw new Error(`no ${label}`)
  return match[1]!.replace(/<[^>]*>/g, ' ').trim()
}

// The tests depend on each other, in order.
describe('the account page', { shuffle: false }, () => {
  test('an administrator sees account, company, package and usage, with links to every edit', async () => {
    const html = await pageOf('lin')
    expect([fact(html, 'Username'), fact(html, 'Email'), fact(html, 'Identity')]).toEqual([
      'lin',
      'lin@example.com',
      'Company',
    ])
    expect([fact(html, 'Company name'), fact(html, 'Current package'), fact(html, 'Accounts')]).toEqual([
      'Lotus Trading',
      'Monthly Professional',
      '2 of 10',
    ])
    expect(html).toContain('3 of 28 used')
    for (const action of [
      'password',
      'email',
      'mobile',
      'profile',
      'company',
      'deletion',
      'members',
      'usage',
    ])
      expect([action, html.includes(`href="/mgmt/acct-info/${action}"`)]).toEqual([action, true])
  })

  test('a member sees who administers the team, and edits only their own data', async () => {
    const html = await pageOf('zhou')
    expect(fact(html, 'Administrator').replace(/\s+/g, ' ')).toBe('lin lin@example.com')
    for (const action of ['company', 'members'])
      expect([action, html.includes(`href="/mgmt/acct-info/${action}"`)]).toEqual([action, false])
    expect(await pageOf('lin')).not.toContain('>Administrator<')
  })

  test('a team on the free demo sees that, and nothing of other teams', async () => {
    const html = await pageOf('hannah')
    expect([fact(html, 'Current package'), fact(html, 'Valid until'), fact(html, 'Accounts')]).toEqual([
      'Free demo',
      'No end date',
      '1 of 1',
    ])
    expect(html).not.toContain('of 28')
    expect(html).not.toContain('lin@example.com')
  })

  test('a completed action is confirmed once, only in our own words', async () => {
    const pageAfterAction = await (await cast.lin.client.get('/mgmt/acct-info?done=password')).text()
    expect(pageAfterAction).toMatch(/role="status"[^>]*>Your password is changed\./)
    for (const other of ['<b>x</b>', 'toString', 'nothing'])
      expect(
        await (await cast.lin.client.get(`/mgmt/acct-info?done=${encodeURIComponent(other)}`)).text(),
      ).not.toContain('alert-success')
  })

  test('renewal and upgrade are for the administrator; a pending order is shown, and must be paid first', async () => {
    const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
    const freePage = await pageOf('hannah')
    expect([freePage.includes('Purchase a package'), freePage.includes('package=')]).toEqual([true, false])
    const { teamId } = cast.lin.viewer
    await db.transaction().execute((trx) => startPlan(trx, teamId, 'free', null))
    await buy(db, await lin(), 'basic')
    const html = await pageOf('lin')
    for (const code of ['basic', 'professional', 'enterprise'])
      expect([code, html.includes(`package=${code}&amp;period=monthly`)]).toEqual([code, true])
    expect([html.includes('Pending package'), html.includes('href="/mgmt/order-record"')]).toEqual([
      false,
      true,
    ])
    const member = await pageOf('zhou')
    expect([member.includes('package='), member.includes('href="/pricing"')]).toEqual([false, false])
    const renewal = await order(db, await lin(), 'basic')
    const waitingPage = await pageOf('lin')
    expect(fact(waitingPage, 'Pending package')).toContain(renewal.number)
    expect([
      waitingPage.includes('package='),
      waitingPage.includes(`/mgmt/orders/${renewal.id}/payment`),
    ]).toEqual([false, true])
    const paid = await pay(db, await lin(), renewal)
    expect(fact(await pageOf('zhou'), 'Pending package').replace(/\s+/g, ' ')).toContain(
      `Basic, monthly · ${shanghaiDay(paid.valid_from!)} to ${shanghaiDay(paid.valid_to!)}`,
    )
    await buy(db, await lin(), 'enterprise')
    const highest = await pageOf('lin')
    expect([highest.includes('package=enterprise'), highest.includes('Upgrade to')]).toEqual([true, false])
  })
})
