import { sql } from 'kysely'
import type { Contact } from '#modules/contacts/index.ts'
import { reviewsWith } from '#modules/review/index.ts'
import { signingsWith } from '#modules/signing/index.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Order, orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'

const ROWS = 20

const LATEST: Order<{ id: string }> = {
  keys: [
    {
      column: sql`entry.id`,
      textOf: ({ id }) => id,
      isText: isId,
      parameterOf: (text) => sql`${text}::uuid`,
    },
  ],
  descending: true,
}

/**
 * The documents sent to a contact for review or signing, latest first, as far as the viewer may see them.
 */
export async function listExchanged(
  db: Db,
  viewer: Viewer,
  { email, other_emails }: Pick<Contact, 'email' | 'other_emails'>,
  pageQuery: { after: string; before: string },
) {
  const cursor = readCursor(LATEST, pageQuery)
  const emails = [email, ...other_emails].filter(Boolean)
  let query = db
    .selectFrom(
      signingsWith(db, viewer, emails)
        .unionAll(reviewsWith(db, viewer, emails))
        .as('entry'),
    )
    .selectAll()
    .where(sql<boolean>`${emails.length} > 0`)
    .orderBy(orderBy(LATEST, cursor))
    .limit(ROWS + 1)
  if (cursor) query = query.where(pastCursor(LATEST, cursor))
  return pageFrom(LATEST, cursor, ROWS, await query.execute())
}

export type ExchangedDocument = Awaited<ReturnType<typeof listExchanged>>['rows'][number]
