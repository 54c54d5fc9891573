import { markAsRead } from '#modules/messaging/inbox/message.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { openCast } from './cast.ts'
import { askForTailorMade } from './consultations.ts'
import { fillAddressBooks } from './contacts.ts'
import { draftDocuments } from './documents.ts'
import { askAndAnswer } from './feedback.ts'
import { sendToReview } from './reviews.ts'
import { furnishTeams } from './teams.ts'

/** Creates the demo company in an empty database; does nothing where it exists. */
export async function playDemo(db: Db) {
  if (!(await played(db, 'cast')))
    await db.transaction().execute(async (trx) => {
      await openCast(trx)
      await markPlayed(trx, 'cast')
    })
  if (!(await played(db, 'teams'))) {
    await furnishTeams(db)
    await markPlayed(db, 'teams')
  }
  if (!(await played(db, 'contacts'))) {
    await fillAddressBooks(db)
    await markPlayed(db, 'contacts')
  }
  if (!(await played(db, 'documents'))) {
    await draftDocuments(db)
    await markPlayed(db, 'documents')
  }
  if (!(await played(db, 'reviews'))) {
    await sendToReview(db)
    await markPlayed(db, 'reviews')
  }
  if (!(await played(db, 'consultations'))) {
    await askForTailorMade(db)
    await markPlayed(db, 'consultations')
  }
  if (await played(db, 'feedback')) return
  await askAndAnswer(db)
  // Notifications of last week are read.
  await markAsRead(db, ago(5 * DAY))
  await markPlayed(db, 'feedback')
}

type DemoPart = 'cast' | 'teams' | 'feedback' | 'contacts' | 'documents' | 'reviews' | 'consultations'

async function played(db: Db, part: DemoPart): Promise<boolean> {
  const row = await db.selectFrom('platform.demo').select('part').where('part', '=', part).executeTakeFirst()
  return row !== undefined
}

async function markPlayed(db: Db, part: DemoPart) {
  await db.insertInto('platform.demo').values({ part, played_at: now() }).execute()
}
