import { addKeyDate } from '#modules/key-dates/key-date.ts'
import { dayAhead } from '#src/core/day.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { finalisedDocument } from './signing.ts'

/** Creates a final document with a key date in three days and a reminder for it. */
export async function comingDate(
  db: Db,
  viewer: Viewer,
  days = 3,
): Promise<{ documentId: string; id: string }> {
  const documentId = await finalisedDocument(db, viewer)
  const date = { label: 'Renewal', day: dayAhead(days), kind: 'notice', remind: 14 } as const
  await addKeyDate(db, viewer, documentId, date)
  const { id } = await db
    .selectFrom('key_dates.key_date')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return { documentId, id }
}
