import { forgetOldNonces } from '#src/auth/nonce.ts'
import { forgetOldPoints } from '#src/auth/rate-limit.ts'
import { forgetOldSessions } from '#src/auth/session.ts'
import { forgetOldReports } from '#src/http/user-log.ts'
import { forgetDoneJobs } from '#src/jobs/dead-letters.ts'
import { job } from '#src/jobs/jobs.ts'
import { forgetOldMails } from '#src/mail/mail.ts'

/** Nightly: what has expired and nobody will ask for again. */
export const housekeeping = job('housekeeping', async (db) => {
  await forgetOldSessions(db)
  await forgetOldMails(db)
  await forgetDoneJobs(db)
  await forgetOldReports(db)
})

/** Every ten minutes: what strangers leave by the thousand and is good for minutes. */
export const forgetExpired = job('expired', async (db) => {
  await forgetOldNonces(db)
  await forgetOldPoints(db)
})
