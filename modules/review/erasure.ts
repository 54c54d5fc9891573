import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/** Deletes comments and reviewers of deleted documents. */
export async function eraseReviews(trx: Db, { ids }: { ids: string[] }) {
  await trx.deleteFrom('review.round').where('document_id', 'in', ids).execute()
  await trx.deleteFrom('review.reviewer').where('document_id', 'in', ids).execute()
}

/** In remaining teams, removes a reviewer whose account is erased, and their name from comments. */
export async function eraseReviewer(trx: Db, { accountId }: { accountId: string }) {
  await trx
    .updateTable('review.reviewer')
    .set({
      name: '–',
      email: '',
      mobile: '',
      department: '',
      removed_at: sql`coalesce(removed_at, ${now()})`,
    })
    .where('account_id', '=', accountId)
    .execute()
  await trx.updateTable('review.comment').set({ author: '–' }).where('account_id', '=', accountId).execute()
}
