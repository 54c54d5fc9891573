import { deleteExpiredNonces } from '#src/auth/nonce.ts'
import { deleteExpiredPoints } from '#src/auth/rate-limit.ts'
import { deleteOldSecurityEvents } from '#src/auth/security-event.ts'
import { deleteExpiredSessions } from '#src/auth/session.ts'
import { deleteOldFailures } from '#src/http/errors/failed-request.ts'
import { deleteOldReports } from '#src/http/user-log.ts'
import { deleteCompletedJobs } from '#src/jobs/dead-letters.ts'
import { job } from '#src/jobs/jobs.ts'
import { deleteOldMails } from '#src/mail/mail.ts'

/** Nightly: deletes expired rows. */
export const housekeeping = job('housekeeping', async (db) => {
  await deleteExpiredSessions(db)
  await deleteOldMails(db)
  await deleteCompletedJobs(db)
  await deleteOldReports(db)
  await deleteOldSecurityEvents(db)
  await deleteOldFailures(db)
})

/** Every ten minutes: deletes short-lived rows, of which visitors create thousands. */
export const deleteExpired = job('expired', async (db) => {
  await deleteExpiredNonces(db)
  await deleteExpiredPoints(db)
})
