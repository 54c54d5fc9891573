import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { failuresOf, restrictionOf } from '../entry/lockout.ts'
import { requireAccountsDesk } from './desk-accounts.ts'

const ROWS = 50

/**
 * One page of a team's members by the time of registration, beginning after `afterId`. Each has the last
 * login, the failed logins within a day (newest first) and the resulting restriction.
 */
export async function teamForDesk(db: Db, viewer: Viewer, teamId: string, afterId: string) {
  requireAccountsDesk(viewer)
  let query = db
    .selectFrom('accounts.account as account')
    .leftJoin('accounts.last_login as login', 'login.account_id', 'account.id')
    .select((eb) => [
      ...(['account.id', 'account.name', 'username', 'role', 'state', 'login.at as lastLogin'] as const),
      jsonArrayFrom(failuresOf(db, eb.ref('account.id'))).as('failures'),
    ])
    .where('team_id', '=', teamId)
    .where('account.state', '!=', 'automated')
    .orderBy('account.id')
    .limit(ROWS + 1)
  if (isId(afterId)) query = query.where('account.id', '>', afterId)
  const { rows, next } = onePage(await query.execute(), ROWS)
  const people = rows.map((row) => {
    const failures = row.failures.map((one) => ({ ...one, created_at: new Date(one.created_at) }))
    return { ...row, failures, restriction: restrictionOf(failures) }
  })
  return { people, next }
}

export type TeamPerson = Awaited<ReturnType<typeof teamForDesk>>['people'][number]
