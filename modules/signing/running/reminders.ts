import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { consumeSigningPoints } from '#src/mail/mail-limits.ts'
import { addressOf } from '../contact.ts'
import { sendReminder } from './progress.ts'

const BATCH_SIZE = 500

/** Invited signatories whose last mail from us was sent as many days ago as the sender chose. */
const dueReminders = (db: Db) =>
  db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .select([
      'one.id',
      'one.signing_id',
      'one.name',
      'one.email',
      'one.phone',
      'one.reminders',
      'team_id',
      'document_id',
      'provider',
    ])
    .where('signing.state', '=', 'started')
    .where('signing.expires_at', '>', now())
    .where('reminder_days', '>', 0)
    .where('one.state', '=', 'invited')
    .where(
      sql<boolean>`greatest(one.invited_at, one.reminders[cardinality(one.reminders)])
        <= ${now()}::timestamptz - reminder_days * interval '1 day'`,
    )
    .orderBy('one.id')
    .limit(BATCH_SIZE)
    .execute()

/**
 * Sends the reminders that are due; if a mailbox has received too many mails today, its reminder waits for
 * the next day.
 */
export const sendAutomaticReminders = job('signing-reminders', async (db) => {
  for (const { team_id, document_id: documentId, ...signatory } of await dueReminders(db))
    try {
      await consumeSigningPoints(team_id, addressOf(signatory))
      await db.transaction().execute((trx) => sendReminder(trx, { signatory, documentId, actor: 'system' }))
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error
    }
})
