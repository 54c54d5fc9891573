import { ago, DAY } from '#src/core/clock.ts'
import { job } from '#src/jobs/jobs.ts'
import { closeExpired } from './access.ts'

/** How long requests, accesses and the pages that were opened are kept. */
const KEPT = 730 * DAY

/** Logs the end of what has expired, and deletes what is older than two years. */
export const closeAccesses = job('support-accesses', async (db) => {
  await db.transaction().execute((trx) => closeExpired(trx))
  await db.deleteFrom('support_access.access').where('asked_at', '<', ago(KEPT)).execute()
})
