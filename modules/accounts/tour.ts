import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

export const tour = {
  /** For other modules' queries: whether the guided tour starts for the viewer, i.e. after registration. */
  due: (db: Db, viewer: Viewer) =>
    db.selectFrom('accounts.account').select('tour_due').where('id', '=', viewer.id),

  /** Records that the tour has been shown, whether completed or closed, so that it starts only once. */
  recordSeen: (db: Db, viewer: Viewer) =>
    db
      .updateTable('accounts.account')
      .set({ tour_due: false })
      .where('id', '=', viewer.id)
      .where('tour_due', '=', true)
      .execute(),
}
