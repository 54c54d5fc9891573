import { expect, test } from 'vitest'
import { beginBatch, findBatch, storeRows } from '#modules/batches/batch.ts'
import { beginDrafts } from '#modules/batches/make-drafts.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import '#src/app/events.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ number: n + 2, cells: { 'party:b.name': `Person ${n}` } }))

const languages = { primary: 'en', bilingual: false, script: 'Hans' } as const

/** Creates a team with three uses of each kind. */
async function createPoorTeam() {
  const db = await testDatabase()
  const { viewer } = (await openCast(db, 3)).hannah
  const make = async (count: number) => {
    const id = await beginBatch(db, viewer, { template: 'mutual-nda', languages })
    await storeRows(db, viewer, await findBatch(db, viewer, id), { rows: people(count), ignored: [] })
    return id
  }
  return { db, viewer, make }
}

test('a batch that needs more uses than the plan has left does not begin', async () => {
  const { db, viewer, make } = await createPoorTeam()
  const id = await make(4)
  await expect(beginDrafts(db, viewer, id)).rejects.toMatchObject({ code: 'USAGE_INSUFFICIENT' })
  expect((await findBatch(db, viewer, id)).state).toBe('open')
})

test('two concurrent batches cannot both use the same remaining uses', async () => {
  const { db, viewer, make } = await createPoorTeam()
  const batchIds = [await make(2), await make(2)]
  const results = await Promise.allSettled(batchIds.map((id) => beginDrafts(db, viewer, id)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await workWaitingJobs(db)
})

test('a batch stops when the uses run out, and continues once there are more', async () => {
  const { db, viewer, make } = await createPoorTeam()
  const id = await make(3)
  await beginDrafts(db, viewer, id)
  const { kind } = await findBatch(db, viewer, id)
  await db.transaction().execute((trx) =>
    spendUsage(trx, {
      teamId: viewer.teamId,
      kind,
      spentBy: viewer.id,
      quantity: 2,
      key: `elsewhere ${id}`,
    }),
  )
  await workWaitingJobs(db)
  const stopped = await findBatch(db, viewer, id)
  expect(stopped).toMatchObject({ state: 'stopped', problem: 'USAGE_INSUFFICIENT' })
  expect(stopped.rows.map(({ state }) => state)).toEqual(['drafted', 'good', 'good'])
  const moreUses = { quantity: 2, expiresAt: new Date('2099-01-01'), key: `more ${id}` }
  await grantUsage(db, { teamId: viewer.teamId, kind, ...moreUses })
  await beginDrafts(db, viewer, id)
  await workWaitingJobs(db)
  expect(await findBatch(db, viewer, id)).toMatchObject({ state: 'drafted', problem: '' })
})
