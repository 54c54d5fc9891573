import { sql } from 'kysely'
import type { Contact } from '#modules/contacts/index.ts'
import { visibleDocuments } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { beyond, type Order, ordering, pageFrom, placeIn } from '#src/db/keyset.ts'

const ROWS = 20

const LATEST: Order<{ id: string }> = {
  keys: [
    {
      column: sql`signatory.signing_id`,
      textOf: ({ id }) => id,
      isText: isId,
      parameterOf: (text) => sql`${text}::uuid`,
    },
  ],
  descending: true,
}

/** What a contact was sent to sign, the latest first, of the documents that the viewer may see. */
export async function listExchanged(
  db: Db,
  viewer: Viewer,
  { email }: Pick<Contact, 'email'>,
  at: { after: string; before: string },
) {
  const place = placeIn(LATEST, at)
  let query = visibleDocuments(db, viewer)
    .innerJoin('signing.signing as signing', 'signing.document_id', 'document.id')
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .select(['signing.id', 'document.id as document_id', 'document.name', 'document.number'])
    .select(['document.status', 'signing.created_at', 'signing.state as ended'])
    .select(['signatory.state', 'signatory.signed_at', 'signatory.reason'])
    .where(sql`lower(signatory.email)`, '=', email)
    .where(sql<boolean>`${email} <> ''`)
    .orderBy(ordering(LATEST, place))
    .limit(ROWS + 1)
  if (place) query = query.where(beyond(LATEST, place))
  return pageFrom(LATEST, place, ROWS, await query.execute())
}

export type Exchanged = Awaited<ReturnType<typeof listExchanged>>['rows'][number]
