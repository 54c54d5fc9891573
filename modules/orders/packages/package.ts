import type { Db } from '#src/db/db.ts'
import type { PackageName } from '../schema.ts'

/** Everything that a team can be on or buy, from the least to the most. */
export const listPackages = (db: Db) =>
  db.selectFrom('orders.package').selectAll().orderBy('rank').orderBy('code').execute()

export const findPackage = (db: Db, code: PackageName) =>
  db.selectFrom('orders.package').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
