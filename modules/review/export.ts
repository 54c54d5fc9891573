import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** The viewer's review comments, for their data export. */
export const exportComments = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('review.comment as comment')
    .innerJoin('review.round as round', 'round.id', 'round_id')
    .select(['document_name', 'document_number', 'place', 'quote', 'words', 'wording', 'internal'])
    .select(['comment.state', 'comment.created_at'])
    .where('comment.account_id', '=', viewer.id)
    .orderBy('comment.id')
    .execute()
