import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { brokenInvariants, INVARIANTS } from '#tests/support/invariants/broken-invariants.ts'

let db: Db

beforeAll(async () => {
  db = (await copyOfWorld()).db
})

test('all invariants hold in a world with data of every kind', async () => {
  expect(INVARIANTS.length).toBeGreaterThanOrEqual(40)
  expect(new Set(INVARIANTS.map(({ name }) => name)).size).toBe(INVARIANTS.length)
  expect(await brokenInvariants(db)).toEqual([])
})

describe('each detects a violation made on purpose', () => {
  test.each(INVARIANTS)('$name', async ({ breaking, broken }) => {
    const rollback = new Error('enough')
    const violated = db.transaction().execute(async (trx) => {
      // Disables triggers and foreign keys, which would prevent some of the violations.
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql.raw(broken).execute(trx)
      expect((await sql.raw(breaking).execute(trx)).rows).not.toEqual([])
      throw rollback
    })
    await expect(violated).rejects.toBe(rollback)
  })
})
