import { forgetOldNonces } from '#src/auth/nonce.ts'
import { forgetOldSessions } from '#src/auth/session.ts'
import { forgetDoneJobs } from '#src/jobs/dead-letters.ts'
import { job } from '#src/jobs/jobs.ts'
import { forgetOldMails } from '#src/mail/mail.ts'

/** Nightly: what has expired and nobody will ask for again. */
export const housekeeping = job('housekeeping', async (db) => {
  await forgetOldSessions(db)
  await forgetOldNonces(db)
  await forgetOldMails(db)
  await forgetDoneJobs(db)
})
