import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTeam } from '#modules/accounts/account.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { type Grant, grantUsage, type Spend } from '#modules/orders/ledger/usage.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { planBefore } from '#modules/orders/plans/plan-change.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { runs } from '#tests/support/runs.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const spend = (entry: Spend) => db.transaction().execute((trx) => spendUsage(trx, entry))
const grant = (entry: Grant) => db.transaction().execute((trx) => grantUsage(trx, entry))

async function freshTeam(): Promise<Viewer> {
  return { ...cast.lin.viewer, teamId: await createTeam(db, 'Ledger') }
}

async function lineOf(viewer: Viewer, kind: 'document_1' | 'esign' = 'document_1') {
  const { used, unused, total } = (await usageSummary(db, viewer)).find((line) => line.kind === kind)!
  return { used, unused, total }
}

const NEVER = new Date('2099-01-01')

describe('a spend', () => {
  test('of the last use happens exactly once among fifty concurrent requests', async () => {
    const viewer = await freshTeam()
    await grant({ teamId: viewer.teamId, kind: 'esign', quantity: 1, expiresAt: NEVER, key: newId() })
    const attempts = Array.from({ length: 50 }, () =>
      spend({ teamId: viewer.teamId, kind: 'esign', spentBy: viewer.id, key: newId() }),
    )
    const answers = await Promise.allSettled(attempts)
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    const reasons = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(reasons)).toEqual(new Set(['USAGE_INSUFFICIENT']))
    expect(await lineOf(viewer, 'esign')).toEqual({ used: 1, unused: 0, total: 1 })
  })

  test('with the same key is one spend and twenty successes among twenty concurrent requests', async () => {
    const viewer = await freshTeam()
    await grant({ teamId: viewer.teamId, kind: 'esign', quantity: 1, expiresAt: NEVER, key: newId() })
    const key = newId()
    const entry = { teamId: viewer.teamId, kind: 'esign', spentBy: viewer.id, key } as const
    await Promise.all(Array.from({ length: 20 }, () => spend(entry)))
    expect(await lineOf(viewer, 'esign')).toEqual({ used: 1, unused: 0, total: 1 })
  })

  test('uses the grant that expires first, and several grants if necessary', async () => {
    const viewer = await freshTeam()
    const soon = new Date(Date.now() + DAY)
    const common = { teamId: viewer.teamId, kind: 'document_1', quantity: 2 } as const
    await grant({ ...common, expiresAt: NEVER, key: newId() })
    await grant({ ...common, expiresAt: soon, key: newId() })
    await spend({ teamId: viewer.teamId, kind: 'document_1', quantity: 3, spentBy: viewer.id, key: newId() })
    expect(await lineOf(viewer)).toEqual({ used: 3, unused: 1, total: 4 })
    setClock(() => new Date(Date.now() + 2 * DAY))
    expect(await lineOf(viewer)).toEqual({ used: 1, unused: 1, total: 2 })
    setClock(null)
  })

  test('never uses another team or another kind', async () => {
    const viewer = await freshTeam()
    await grant({
      teamId: cast.hannah.viewer.teamId,
      kind: 'esign',
      quantity: 9,
      expiresAt: NEVER,
      key: newId(),
    })
    await grant({ teamId: viewer.teamId, kind: 'document_1', quantity: 9, expiresAt: NEVER, key: newId() })
    await expect(
      spend({ teamId: viewer.teamId, kind: 'esign', spentBy: viewer.id, key: newId() }),
    ).rejects.toThrow('USAGE_INSUFFICIENT')
  })
})

test('a change of a team’s plan does not lock a spend, which would deadlock', async () => {
  const { teamId, id: spentBy } = await freshTeam()
  await grant({ teamId, kind: 'esign', quantity: 1, expiresAt: NEVER, key: newId() })
  await db.transaction().execute(async (changing) => {
    await planBefore(changing, teamId)
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '5s'`.execute(trx)
      await spendUsage(trx, { teamId, kind: 'esign', spentBy, key: newId() })
    })
  })
})

describe('the database itself rejects', () => {
  test('a second spend from the same remainder, and a remainder below zero', async () => {
    const viewer = await freshTeam()
    const key = newId()
    await grant({ teamId: viewer.teamId, kind: 'esign', quantity: 1, expiresAt: NEVER, key })
    const { id } = await db
      .selectFrom('orders.usage_entry')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    const row = (left_after: number) => ({
      id: newId(),
      team_id: viewer.teamId,
      kind: 'esign' as const,
      quantity: -1,
      key: newId(),
      grant_id: id,
      left_after,
      spent_by: viewer.id,
      created_at: new Date(),
    })
    await db.insertInto('orders.usage_entry').values(row(0)).execute()
    await expect(db.insertInto('orders.usage_entry').values(row(0)).execute()).rejects.toThrow(
      'usage_entry_once',
    )
    await expect(db.insertInto('orders.usage_entry').values(row(-1)).execute()).rejects.toThrow('left_after')
    await expect(
      db
        .insertInto('orders.usage_entry')
        .values({ ...row(0), quantity: 0 })
        .execute(),
    ).rejects.toThrow('check')
  })

  test('an update or deletion of an entry', async () => {
    await expect(db.updateTable('orders.usage_entry').set({ quantity: 5 }).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(db.deleteFrom('orders.usage_entry').execute()).rejects.toThrow('append-only')
  })
})

type Step = { grant: number; days: number } | { spend: number; key: number } | { wait: number }

const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ grant: fc.integer({ min: 1, max: 5 }), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ spend: fc.integer({ min: 1, max: 4 }), key: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ wait: fc.integer({ min: 1, max: 8 }) }),
)

/** The ledger as a simple model: boxes with an expiry, which are emptied in the order of expiry. */
class LedgerModel {
  boxes: { size: number; left: number; end: number }[] = []
  keys = new Set<number>()
  day = 0

  live() {
    return this.boxes.filter((box) => box.end > this.day).sort((a, b) => a.end - b.end)
  }

  spend(wanted: number, key: number): boolean {
    if (this.keys.has(key)) return true
    if (this.live().reduce((sum, box) => sum + box.left, 0) < wanted) return false
    let missing = wanted
    for (const box of this.live()) {
      const taken = Math.min(box.left, missing)
      box.left -= taken
      missing -= taken
    }
    this.keys.add(key)
    return true
  }

  line() {
    const total = this.live().reduce((sum, box) => sum + box.size, 0)
    const unused = this.live().reduce((sum, box) => sum + box.left, 0)
    return { used: total - unused, unused, total }
  }
}

/** The sums of the rows over all grants, including expired ones. */
async function conservation(teamId: string, at: Date) {
  const rows = await db.selectFrom('orders.usage_entry').selectAll().where('team_id', '=', teamId).execute()
  const grants = rows.filter((row) => row.quantity > 0)
  const usedOf = (id: string) =>
    rows.filter((row) => row.grant_id === id).reduce((sum, row) => sum - row.quantity, 0)
  const granted = grants.reduce((sum, row) => sum + row.quantity, 0)
  const used = grants.reduce((sum, row) => sum + usedOf(row.id), 0)
  const rest = (ended: boolean) =>
    grants
      .filter((row) => row.expires_at! <= at === ended)
      .reduce((sum, row) => sum + row.quantity - usedOf(row.id), 0)
  return { granted, used, left: rest(false), expired: rest(true) }
}

test('granted = used + unused + expired after every step of any history, and the summary matches a model', async () => {
  const start = Date.now()
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 25 }), async (steps) => {
      const viewer = await freshTeam()
      const { teamId } = viewer
      const model = new LedgerModel()
      for (const step of steps) {
        const at = new Date(start + model.day * DAY)
        setClock(() => at)
        if ('grant' in step) {
          const end = model.day + step.days
          const expiresAt = new Date(start + end * DAY)
          await grant({ teamId, kind: 'document_1', quantity: step.grant, expiresAt, key: newId() })
          model.boxes.push({ size: step.grant, left: step.grant, end })
        } else if ('spend' in step) {
          const key = `${teamId} ${step.key}`
          const entry = { teamId, kind: 'document_1', quantity: step.spend, spentBy: viewer.id, key } as const
          const done = await spend(entry).then(
            () => true,
            (error) => error.code !== 'USAGE_INSUFFICIENT',
          )
          expect(done).toBe(model.spend(step.spend, step.key))
        } else model.day += step.wait
        const today = new Date(start + model.day * DAY)
        setClock(() => today)
        const { granted, used, left, expired } = await conservation(teamId, today)
        expect(granted).toBe(used + left + expired)
        expect(await lineOf(viewer)).toEqual(model.line())
      }
    }),
    runs(15),
  )
  setClock(null)
})
