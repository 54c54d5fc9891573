import { type Kysely, sql } from 'kysely'

/**
 * When the sender let the other reviewers finish after one had returned the document. Comments of colleagues
 * in reviews without anybody from outside become internal: a later reviewer from outside would read them.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('review.round').addColumn('continued_at', 'timestamptz').execute()
  await sql`
    update review.comment set internal = true
    where account_id is not null and not internal and not exists (
      select from review.turn
      join review.reviewer on reviewer.id = turn.reviewer_id
      where reviewer.document_id = comment.document_id and reviewer.kind = 'external'
    )`.execute(db)
}
