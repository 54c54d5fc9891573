import { beforeAll, expect, test } from 'vitest'
import { spendUsage, startPlan } from '#modules/orders/index.ts'
import type { Db } from '#src/app/database.ts'
import { DAY } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
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

/** What stands beside a label in the page's lists of facts. */
function fact(html: string, label: string): string {
  const found = new RegExp(`<dt[^>]*>${label}</dt><dd[^>]*>(.*?)</dd>`).exec(html)
  if (!found) throw new Error(`no ${label}`)
  return found[1]!.replace(/<[^>]*>/g, ' ').trim()
}

test('an administrator reads account, company, package and usage, and finds the way to every edit', async () => {
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
  for (const action of ['password', 'email', 'mobile', 'profile', 'company', 'deletion', 'members', 'usage'])
    expect([action, html.includes(`href="/mgmt/acct-info/${action}"`)]).toEqual([action, true])
})

test('a member reads who administers the team, and edits only what is theirs', async () => {
  const html = await pageOf('zhou')
  expect(fact(html, 'Administrator').replace(/\s+/g, ' ')).toBe('lin lin@example.com')
  for (const action of ['company', 'members'])
    expect([action, html.includes(`href="/mgmt/acct-info/${action}"`)]).toEqual([action, false])
  expect(await pageOf('lin')).not.toContain('>Administrator<')
})

test('somebody on the free demo reads that, and nothing of other teams', async () => {
  const html = await pageOf('hannah')
  expect([fact(html, 'Current package'), fact(html, 'Valid until'), fact(html, 'Accounts')]).toEqual([
    'Free demo',
    'No end date',
    '1 of 1',
  ])
  expect(html).not.toContain('of 28')
  expect(html).not.toContain('lin@example.com')
})

test('what was done is said once, in words of ours alone', async () => {
  const done = await (await cast.lin.client.get('/mgmt/acct-info?done=password')).text()
  expect(done).toMatch(/role="status"[^>]*>Your password is changed\./)
  for (const other of ['<b>x</b>', 'toString', 'nothing'])
    expect(
      await (await cast.lin.client.get(`/mgmt/acct-info?done=${encodeURIComponent(other)}`)).text(),
    ).not.toContain('alert-success')
})
