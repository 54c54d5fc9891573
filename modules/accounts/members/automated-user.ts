import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { accountsWithTeam, viewerOf } from '../account.ts'
import { NO_PASSWORD } from '../password/password.ts'
import { requirePermission } from '../permissions.ts'
import { lockTeams } from './members.ts'

/**
 * Creates the automated user of the viewer's team unless it has one. Programs act as this account: it owns
 * the documents that they create, cannot log in, gets no notifications and occupies no seat.
 */
export async function ensureAutomatedUser(trx: Db, viewer: Viewer, name: string) {
  requirePermission(viewer, 'team.edit')
  await lockTeams(trx, [viewer.teamId])
  const existingUser = await automatedUsers(trx, [viewer.teamId]).executeTakeFirst()
  if (existingUser) return
  const id = newId()
  await trx
    .insertInto('accounts.account')
    .values({
      id,
      team_id: viewer.teamId,
      home_team_id: viewer.teamId,
      username: `automated_${id.slice(-12)}`,
      name,
      identity: 'company',
      department: '',
      role: 'member',
      state: 'automated',
      grants: ['document.create', 'document.finalise', 'document.sign', 'team.documents', 'seal.use'],
      password_hash: NO_PASSWORD,
      locale: 'zh_CN',
      agreed_at: now(),
      created_at: now(),
    })
    .execute()
}

/**
 * The automated user of a team; null when there is none, or when no administrator of the team may log in.
 */
export async function findAutomatedUser(db: Db, teamId: string): Promise<Viewer | null> {
  const row = await accountsWithTeam(db)
    .where('account.team_id', '=', teamId)
    .where('state', '=', 'automated')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts.account as administrator')
          .select('administrator.id')
          .whereRef('administrator.team_id', '=', 'account.team_id')
          .where('administrator.role', '=', 'admin')
          .where('administrator.state', '=', 'active'),
      ),
    )
    .executeTakeFirst()
  return row ? viewerOf(row) : null
}

const automatedUsers = (db: Db, teamIds: string[]) =>
  db
    .selectFrom('accounts.account')
    .select('id')
    .where('team_id', 'in', teamIds)
    .where('state', '=', 'automated')

/**
 * Erases the automated users of erased teams; the documents that they created are erased with the
 * administrator.
 */
export async function eraseAutomatedUsers(trx: Db, teamIds: string[], erased_at: Date) {
  await trx
    .updateTable('accounts.account')
    .set({ state: 'erased', erased_at, name: '–', grants: sql`default` })
    .where('id', 'in', automatedUsers(trx, teamIds))
    .execute()
}
