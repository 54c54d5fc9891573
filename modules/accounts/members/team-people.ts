import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * The members of the team who may log in, with their addresses, and whether they may see the documents of
 * colleagues; for other modules' queries.
 */
export const teamPeople = (db: Db, { teamId }: Pick<Viewer, 'teamId'>) =>
  db
    .selectFrom('accounts.account')
    .select(['id', 'name', 'email', 'mobile', 'department', 'locale'])
    .select(
      sql<boolean>`role = 'admin' or (role = 'member' and 'team.documents' = any(grants))`.as('seesAll'),
    )
    .where('team_id', '=', teamId)
    .where('state', '=', 'active')
