import type { Db } from '#src/db/db.ts'
import type { PackageName } from '../schema.ts'

/** All packages, from the smallest to the largest. */
export const listPackages = (db: Db) =>
  db.selectFrom('orders.package').selectAll().orderBy('rank').orderBy('code').execute()

export const findPackage = (db: Db, code: PackageName) =>
  db.selectFrom('orders.package').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
