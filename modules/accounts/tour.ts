import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** For other modules' queries: whether the guided tour starts for the viewer, i.e. after registration. */
export const tourDue = (db: Db, viewer: Viewer) =>
  db.selectFrom('accounts.account').select('tour_due').where('id', '=', viewer.id)

/** Records that the tour has been shown, whether completed or closed, so that it starts only once. */
export async function recordTourSeen(db: Db, viewer: Viewer) {
  await db
    .updateTable('accounts.account')
    .set({ tour_due: false })
    .where('id', '=', viewer.id)
    .where('tour_due', '=', true)
    .execute()
}
