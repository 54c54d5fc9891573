import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * For other modules' queries: whether the viewer is to be shown around, as somebody who has just registered.
 */
export const tourDue = (db: Db, viewer: Viewer) =>
  db.selectFrom('accounts.account').select('tour_due').where('id', '=', viewer.id)

/** It begins by itself once: whether it is looked at or left, it was seen. */
export async function noteTourSeen(db: Db, viewer: Viewer) {
  await db
    .updateTable('accounts.account')
    .set({ tour_due: false })
    .where('id', '=', viewer.id)
    .where('tour_due', '=', true)
    .execute()
}
