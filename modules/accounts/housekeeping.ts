import { ago, DAY } from '#src/core/clock.ts'
import { job } from '#src/jobs/jobs.ts'
import { deleteOldFailures } from './entry/lockout.ts'
import { deleteOldAttempts } from './entry/social/attempt.ts'
import { deleteOldSecondSteps } from './factors/login/second-step.ts'
import { deleteOldDevices } from './factors/remembered-device.ts'

/** Nightly: deletes expired codes, old and failed logins, and attempts of social logins. */
export const deleteOldEntries = job('accounts-housekeeping', async (db) => {
  await deleteOldFailures(db)
  await deleteOldAttempts(db)
  await deleteOldSecondSteps(db)
  await deleteOldDevices(db)
  // The longest duration of a session, and the period in the privacy statement.
  await db
    .deleteFrom('accounts.last_login')
    .where('at', '<', ago(30 * DAY))
    .execute()
  await db
    .deleteFrom('accounts.verification_code')
    .where('created_at', '<', ago(2 * DAY))
    .execute()
})
