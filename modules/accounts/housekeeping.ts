import { ago, DAY } from '#src/core/clock.ts'
import { job } from '#src/jobs/jobs.ts'
import { forgetOldFailures } from './entry/lockout.ts'
import { forgetOldAttempts } from './entry/social/attempt.ts'

/** Nightly: codes nobody can use any more, old logins, failed ones, and trips to a social provider. */
export const forgetOldEntries = job('accounts-housekeeping', async (db) => {
  await forgetOldFailures(db)
  await forgetOldAttempts(db)
  // As long as a session may last, and as the privacy statement says.
  await db
    .deleteFrom('accounts.last_login')
    .where('at', '<', ago(30 * DAY))
    .execute()
  await db
    .deleteFrom('accounts.verification_code')
    .where('created_at', '<', ago(2 * DAY))
    .execute()
})
