import { markAsRead } from '#modules/messaging/inbox/message.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { createAccounts } from './accounts.ts'
import { requestTailorMade } from './consultations.ts'
import { fillAddressBooks } from './contacts.ts'
import { draftDocuments } from './documents.ts'
import { seedFeedback } from './feedback.ts'
import { fileDemoDocuments } from './filing.ts'
import { seedLaws } from './laws.ts'
import { seedReplies } from './replies.ts'
import { sendToReview } from './reviews.ts'
import { seedSupportAccess } from './support-access.ts'
import { seedTeams } from './teams.ts'

/**
 * Creates each part of the demo company that the database does not have yet, so an interrupted start is
 * continued.
 */
export async function seedDemo(db: Db) {
  if (!(await isSeeded(db, 'cast')))
    await db.transaction().execute(async (trx) => {
      await createAccounts(trx)
      await markSeeded(trx, 'cast')
    })
  if (!(await isSeeded(db, 'teams'))) {
    await seedTeams(db)
    await markSeeded(db, 'teams')
  }
  if (!(await isSeeded(db, 'contacts'))) {
    await fillAddressBooks(db)
    await markSeeded(db, 'contacts')
  }
  if (!(await isSeeded(db, 'documents'))) {
    await draftDocuments(db)
    await markSeeded(db, 'documents')
  }
  if (!(await isSeeded(db, 'reviews'))) {
    await sendToReview(db)
    await fileDemoDocuments(db)
    await markSeeded(db, 'reviews')
  }
  if (!(await isSeeded(db, 'consultations'))) {
    await requestTailorMade(db)
    await markSeeded(db, 'consultations')
  }
  if (!(await isSeeded(db, 'replies'))) {
    await seedReplies(db)
    await markSeeded(db, 'replies')
  }
  if (!(await isSeeded(db, 'support-access'))) {
    await seedSupportAccess(db)
    await markSeeded(db, 'support-access')
  }
  if (!(await isSeeded(db, 'laws'))) {
    await seedLaws(db)
    await markSeeded(db, 'laws')
  }
  if (!(await isSeeded(db, 'feedback'))) {
    await seedFeedback(db)
    // The newer notifications stay unread.
    await markAsRead(db, ago(5 * DAY))
    await markSeeded(db, 'feedback')
  }
}

type DemoPart =
  | 'cast'
  | 'teams'
  | 'feedback'
  | 'contacts'
  | 'documents'
  | 'reviews'
  | 'consultations'
  | 'replies'
  | 'support-access'
  | 'laws'

async function isSeeded(db: Db, part: DemoPart): Promise<boolean> {
  const row = await db.selectFrom('platform.demo').select('part').where('part', '=', part).executeTakeFirst()
  return row !== undefined
}

async function markSeeded(db: Db, part: DemoPart) {
  await db.insertInto('platform.demo').values({ part, played_at: now() }).execute()
}
