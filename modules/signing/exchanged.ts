import { sql } from 'kysely'
import { visibleDocuments } from '#modules/documents/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * A query expression: the signings sent to one of the email addresses, of documents that the viewer may see.
 */
export const signingsWith = (db: Db, viewer: Viewer, emails: string[]) =>
  visibleDocuments(db, viewer)
    .innerJoin('signing.signing as signing', 'signing.document_id', 'document.id')
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .select(['signing.id', 'document.id as document_id', 'document.name', 'document.number'])
    .select(['document.status', 'signing.created_at as sent_at', 'signatory.signed_at as answered_at'])
    .select([
      sql<string>`case when signing.state <> 'started' and signatory.state in ('waiting', 'invited')
        then 'over' else signatory.state end`.as('state'),
      sql<string | null>`signatory.reason`.as('reason'),
      sql<'sign' | 'review'>`'sign'`.as('what'),
    ])
    .where((eb) => eb(sql`lower(signatory.email)`, '=', eb.fn.any(eb.val(emails))))
