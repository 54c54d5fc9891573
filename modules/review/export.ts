import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { commentsFor } from './reading/comment.ts'

/** For a data export: an account's comments, and the rounds in which it was a reviewer. */
export async function exportReviewing(db: Db, viewer: Viewer): Promise<ExportPart> {
  const comments = await commentsFor(db, 'team')
    .innerJoin('review.round as round', 'round.id', 'round_id')
    .select(['document_name', 'document_number', 'place', 'quote', 'words', 'wording', 'internal'])
    .select(['comment.state', 'comment.created_at'])
    .where('comment.account_id', '=', viewer.id)
    .orderBy('comment.id')
    .execute()
  const reviewsDone = await db
    .selectFrom('review.turn as turn')
    .innerJoin('review.reviewer as reviewer', 'reviewer.id', 'turn.reviewer_id')
    .innerJoin('review.round as round', 'round.id', 'turn.round_id')
    .select(['document_name', 'document_number', 'starter_name', 'starter_team', 'round.note'])
    .select(['reviewer.name', 'reviewer.email', 'reviewer.mobile', 'reviewer.department'])
    .select(['turn.state', 'turn.reasons', 'turn.opened_at', 'turn.answered_at', 'turn.reminders'])
    .select(['round.started_at', 'round.due_at', 'round.ended_at'])
    .where((eb) =>
      eb.or([
        eb('reviewer.account_id', '=', viewer.id),
        ...(viewer.email ? [eb(sql`lower(reviewer.email)`, '=', viewer.email.toLowerCase())] : []),
      ]),
    )
    .orderBy('turn.id')
    .execute()
  return { records: { comments, reviewsDone } }
}

/** For a data export: the reviewers of these documents, and the rounds with all comments. */
export async function exportReviews(db: Db, ids: string[]) {
  const reviewers = await db
    .selectFrom('review.reviewer')
    .select(['id', 'document_id', 'kind', 'name', 'email', 'mobile', 'department', 'locale'])
    .select(['reviews', 'signs', 'removed_at', 'created_at'])
    .where('document_id', 'in', ids)
    .orderBy('id')
    .execute()
  const rounds = await db
    .selectFrom('review.round')
    .select(['id', 'document_id', 'number', 'starter_name', 'answers', 'note', 'state'])
    .select(['started_at', 'due_at', 'ended_at'])
    .where('document_id', 'in', ids)
    .orderBy('number')
    .execute()
  const turns = await db
    .selectFrom('review.turn as turn')
    .innerJoin('review.reviewer as reviewer', 'reviewer.id', 'reviewer_id')
    .select(['round_id', 'name', 'state', 'reasons', 'opened_at', 'answered_at', 'reminders'])
    .where('document_id', 'in', ids)
    .orderBy('turn.id')
    .execute()
  const comments = await commentsFor(db, 'team')
    .select(['round_id', 'author', 'place', 'quote', 'words', 'wording', 'internal', 'state'])
    .select(['created_at', 'decided_at'])
    .where('document_id', 'in', ids)
    .orderBy('id')
    .execute()
  const ofRound = <Row extends { round_id: string }>(rows: Row[], id: string) =>
    rows.filter(({ round_id }) => round_id === id).map(({ round_id: _, ...row }) => row)
  return (documentId: string) => ({
    reviewers: reviewers
      .filter(({ document_id }) => document_id === documentId)
      .map(({ document_id: _, id: __, ...row }) => row),
    rounds: rounds
      .filter(({ document_id }) => document_id === documentId)
      .map(({ document_id: _, id, ...round }) => ({
        ...round,
        turns: ofRound(turns, id),
        comments: ofRound(comments, id),
      })),
  })
}
