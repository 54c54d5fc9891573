import { afterEach, beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { expiredUnused } from '#modules/orders/ledger/cause.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { findUsage } from '#modules/orders/ledger/usage-summary.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { buy } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})
afterEach(() => setClock(null))

const pageOf = async (name: 'lin' | 'zhou') => (await cast[name].client.get('/mgmt/acct-info/usage')).text()

test('each ledger entry states its cause, with a link for those who can open it', async () => {
  const lin = (await findViewer(db, cast.lin.viewer.id))!
  await buy(db, lin, 'basic')
  const single = await buy(db, lin, 'single_1', { period: 'once' })
  const documentId = newId()
  const use = { teamId: lin.teamId, kind: 'document_1' as const, spentBy: lin.id, key: newId() }
  await db.transaction().execute((trx) => spendUsage(trx, { ...use, documentId, quantity: 2 }))
  const html = await pageOf('lin')
  expect(html).toContain(`href="/mgmt/orders/${single.id}">Order ${single.number}</a>`)
  expect(html).toContain(`href="/mgmt/${documentId}/view-doc">Document created</a>`)
  expect(html).toContain('<span>Monthly Basic</span>')
  // A phone shows cause and end too, although it has no columns for them.
  const narrow = [...html.matchAll(/<span class="[^"]*xl:hidden">(.*?)<\/td>/g)].map(([, words]) => words!)
  expect(narrow.filter((words) => words.includes(`Order ${single.number}`))).toHaveLength(1)
  expect(narrow.filter((words) => words.includes('Valid until'))).toHaveLength(3)
  const member = await pageOf('zhou')
  expect([member.includes(`Order ${single.number}`), member.includes('/mgmt/orders/')]).toEqual([true, false])
  expect([member.includes('Document created'), member.includes(documentId)]).toEqual([true, false])
  expect(html).not.toContain('expired unused')
  // The grants expire after a month; the session stays valid.
  setClock(() => new Date(Date.now() + 40 * DAY))
  const { rows } = (await findUsage(db, lin, '')).ledger
  expect(rows.map(expiredUnused).sort((a, b) => a - b)).toEqual([0, 1, 8, 10])
})

test('the ledger is sorted by the day of its entries, not by insertion', async () => {
  const hannah = cast.hannah.viewer
  for (const days of [3, 1, 2]) {
    setClock(() => new Date(Date.now() - days * DAY))
    const expiresAt = new Date(Date.now() + DAY)
    const key = newId()
    const grant = { teamId: hannah.teamId, kind: 'esign' as const, quantity: days, expiresAt, key }
    await db.transaction().execute((trx) => grantUsage(trx, grant))
  }
  setClock(null)
  const { rows } = (await findUsage(db, hannah, '')).ledger
  expect(rows.map(({ quantity }) => quantity)).toEqual([1, 2, 3])
})
