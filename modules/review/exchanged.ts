import { sql } from 'kysely'
import { visibleDocuments } from '#modules/documents/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * A query expression: the reviews sent to one of the email addresses, of documents that the viewer may see.
 */
export const reviewsWith = (db: Db, viewer: Viewer, emails: string[]) =>
  visibleDocuments(db, viewer)
    .innerJoin('review.round as round', 'round.document_id', 'document.id')
    .innerJoin('review.turn as turn', 'turn.round_id', 'round.id')
    .innerJoin('review.reviewer as reviewer', 'reviewer.id', 'turn.reviewer_id')
    .select(['turn.id', 'document.id as document_id', 'document.name', 'document.number'])
    .select(['document.status', 'round.started_at as sent_at', 'turn.answered_at'])
    .select([
      sql<string>`turn.state`.as('state'),
      sql<string | null>`nullif(turn.reasons, '')`.as('reason'),
      sql<'sign' | 'review'>`'review'`.as('what'),
    ])
    .where((eb) => eb(sql`lower(reviewer.email)`, '=', eb.fn.any(eb.val(emails))))
