import { DAY, now } from '#src/clock.ts'
import { job } from '#src/jobs.ts'
import { forgetOldFailures } from './login-guard.ts'
import { forgetOldAttempts } from './social/attempt.ts'

/** Nightly: codes nobody can use any more, failed logins and trips to a social provider. */
export const forgetOldEntries = job('accounts-housekeeping', async (db) => {
  await forgetOldFailures(db)
  await forgetOldAttempts(db)
  await db
    .deleteFrom('accounts.verification_code')
    .where('created_at', '<', new Date(now().getTime() - 2 * DAY))
    .execute()
})
