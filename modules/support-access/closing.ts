import { ago, DAY } from '#src/core/clock.ts'
import { job } from '#src/jobs/jobs.ts'
import { closeInvalid } from './access.ts'

/** How long requests and accesses are stored. */
const RETENTION = 730 * DAY
/** No session lives longer. */
const MAX_SESSION_TIME = 31 * DAY

/** Closes invalid requests and accesses and logs this; deletes those older than two years. */
export const closeAccesses = job('support-accesses', async (db) => {
  await db.transaction().execute((trx) => closeInvalid(trx))
  await db.deleteFrom('support_access.access').where('asked_at', '<', ago(RETENTION)).execute()
  await db.deleteFrom('support_access.mode').where('entered_at', '<', ago(MAX_SESSION_TIME)).execute()
})
