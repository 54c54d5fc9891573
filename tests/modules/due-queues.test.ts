import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { startJobs, stopJobs, workJobs } from '#src/jobs/jobs.ts'
import { testDatabase } from '#tests/support/database.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await stopJobs()
})

/** The removed files, in order. */
async function removedFiles(db: Db) {
  const { rows } = await sql<{ prefix: string }>`select data->>'prefix' as prefix from pgboss.job
    where name = 'remove-files' and state = 'completed' order by completed_on`.execute(db)
  return rows.map(({ prefix }) => prefix)
}

test('workers wait for a due job without each polling for one, and take it soon', async () => {
  const db = await testDatabase()
  await stopJobs()
  await startJobs(db, { supervise: false })
  await workJobs(db, {})
  await wait(1000)
  const querySpy = vi.spyOn(pg.Client.prototype, 'query')
  await wait(3000)
  // All queues together are polled twice a second, and sixteen workers poll for mails and webhooks every two
  // seconds.
  expect(querySpy.mock.calls.length).toBeLessThan(3 * (2 + 8 + 8) + 20)
  await removeFiles.enqueue(db, { prefix: 'none/now' })
  await removeFiles.enqueue(db, { prefix: 'none/later' }, { startAfter: new Date(Date.now() + 2000) })
  await expect.poll(() => removedFiles(db), { interval: 50 }).toEqual(['none/now'])
  await expect.poll(() => removedFiles(db), { interval: 50 }).toEqual(['none/now', 'none/later'])
})

test('a queue with many jobs is worked without a pause after each', async () => {
  const db = await testDatabase()
  await stopJobs()
  await startJobs(db, { supervise: false })
  const manyFiles = Array.from({ length: 12 }, (_, n) => `none/${n}`)
  for (const prefix of manyFiles) await removeFiles.enqueue(db, { prefix })
  await workJobs(db, {})
  await expect.poll(() => removedFiles(db), { interval: 50 }).toEqual(manyFiles)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from max(completed_on) - min(completed_on))::float as seconds from pgboss.job
    where name = 'remove-files'`.execute(db)
  // With a pause of half a second after each job it would take six seconds.
  expect(rows[0]!.seconds).toBeLessThan(3)
})
