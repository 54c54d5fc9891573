import { sql } from 'kysely'
import type { Db } from '#src/app/database.ts'
import type { Viewer } from '#src/core/viewer.ts'

/**
 * For other modules' queries: how many bytes the team's plan has room for (null where that is agreed by contact), and
 * whether PDFs may be uploaded on it. One row.
 */
export const packageRoom = (db: Db, viewer: Pick<Viewer, 'package'>) =>
  db
    .selectFrom('orders.package')
    .where('plan', '=', viewer.package)
    .select((eb) => [
      sql<string | null>`case when bool_and(storage is not null) then max(storage) end`.as('room'),
      eb.fn.coalesce(sql<boolean>`bool_or(upload)`, sql.lit(false)).as('upload'),
    ])
