import type { Db } from '#src/db/db.ts'

/** What was said about documents that are no more, and who was asked. */
export async function eraseReviews(trx: Db, { ids }: { ids: string[] }) {
  await trx.deleteFrom('review.round').where('document_id', 'in', ids).execute()
  await trx.deleteFrom('review.reviewer').where('document_id', 'in', ids).execute()
}
