import type { Db } from '#src/app/database.ts'

/** Everything that a team can be on or buy, from the least to the most. */
export const listPackages = (db: Db) =>
  db.selectFrom('orders.package').selectAll().orderBy('rank').orderBy('code').execute()
