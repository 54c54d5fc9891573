import { forgetOldNonces } from '#src/auth/nonce.ts'
import { forgetOldPoints } from '#src/auth/rate-limit.ts'
import { forgetOldSessions } from '#src/auth/session.ts'
import { forgetOldReports } from '#src/http/user-log.ts'
import { forgetDoneJobs } from '#src/jobs/dead-letters.ts'
import { job } from '#src/jobs/jobs.ts'
import { forgetOldMails } from '#src/mail/mail.ts'

/** Nightly: deletes expired rows. */
export const housekeeping = job('housekeeping', async (db) => {
  await forgetOldSessions(db)
  await forgetOldMails(db)
  await forgetDoneJobs(db)
  await forgetOldReports(db)
})

/** Every ten minutes: deletes short-lived rows, of which strangers create thousands. */
export const forgetExpired = job('expired', async (db) => {
  await forgetOldNonces(db)
  await forgetOldPoints(db)
})
