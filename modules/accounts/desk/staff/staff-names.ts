import { type Expression, sql } from 'kysely'
import type { Db } from '#src/db/db.ts'

/** The names of our staff by id, for other modules' queries to join. */
export const staffNames = (db: Db) =>
  db.selectFrom('accounts.account').select(['id', 'name']).where('role', '=', 'agent')

/** For a query: whether an account belongs to our staff. */
export const isStaff = (accountId: Expression<string>) =>
  sql<boolean>`exists (select 1 from accounts.account where id = ${accountId} and role = 'agent')`
