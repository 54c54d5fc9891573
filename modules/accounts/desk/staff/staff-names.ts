import { type Expression, sql } from 'kysely'
import type { Permission } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { rolesWith } from '../../permissions.ts'

/**
 * The names of our staff by id, for other modules' queries to join; with `permission`, only of staff who
 * have it now.
 */
export function staffNames(db: Db, permission?: Permission) {
  const staff = db.selectFrom('accounts.account').select(['id', 'name']).where('role', '=', 'agent')
  if (!permission) return staff
  return staff
    .where('state', '=', 'active')
    .where(sql<boolean>`staff_roles && ${rolesWith(permission)}::text[]`)
}

/** For a query: whether an account belongs to our staff. */
export const isStaff = (accountId: Expression<string>) =>
  sql<boolean>`exists (select 1 from accounts.account where id = ${accountId} and role = 'agent')`
