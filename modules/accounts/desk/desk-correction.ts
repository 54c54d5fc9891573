import '../events.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { createTeam, onTakenValue } from '../account.ts'
import { lockTeams } from '../members/members.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { GRANTABLE } from '../permissions.ts'
import type { Identity } from '../schema.ts'
import { findAccountForDesk, requireModeration } from './desk-accounts.ts'
import { logDeskAction } from './desk-log.ts'

/**
 * Changes data that only support may change, and notifies the account's owner by mail. Throws
 * ACCOUNT_ALREADY_EXISTS for a username that is taken.
 */
export async function correctAccount(
  db: Db,
  viewer: Viewer,
  id: string,
  { username, identity, reason }: { username: string; identity: Identity; reason: string },
) {
  const { role } = await findAccountForDesk(db, viewer, id)
  requireModeration(viewer, role)
  await db.transaction().execute(async (trx) => {
    const previousAccount = await trx
      .selectFrom('accounts.account')
      .select(['username', 'identity'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const account = await trx
      .updateTable('accounts.account')
      .set({ username, identity })
      .where('id', '=', id)
      .where('state', '!=', 'erased')
      .where((eb) => eb.or([eb('username', '!=', username), eb('identity', '!=', identity)]))
      .returning(['email', 'locale'])
      .executeTakeFirst()
      .catch(onTakenValue)
    if (!account) return
    const changes = [
      { what: 'username' as const, before: previousAccount.username, after: username },
      { what: 'identity' as const, before: previousAccount.identity, after: identity },
    ]
    await logDeskAction(trx, viewer, { accountId: id, action: 'correct', reason, changes })
    const { email, locale } = account
    if (email) await sendNoticeLater(trx, { to: email, locale, about: 'corrected', values: { username } })
  })
}

/**
 * Makes a member the administrator of their team; the former administrator becomes a member with all
 * permissions. Throws MEMBER_NOT_EXISTS for an account that is not a member or may not log in.
 */
export async function handOverTeam(db: Db, viewer: Viewer, id: string, reason: string) {
  const { team_id: teamId } = await findAccountForDesk(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    await lockTeams(trx, [teamId])
    const people = await trx
      .selectFrom('accounts.account')
      .select(['id', 'name', 'email', 'locale', 'role', 'state'])
      .where('team_id', '=', teamId)
      .where((eb) => eb.or([eb('id', '=', id), eb('role', '=', 'admin')]))
      .forUpdate()
      .execute()
    const member = people.find((one) => one.id === id)
    const leader = people.find((one) => one.id !== id)
    if (member?.role !== 'member' || member.state !== 'active' || !leader)
      throw new AppError('MEMBER_NOT_EXISTS')
    const homeTeamId = await createTeam(trx, leader.name)
    await trx
      .updateTable('accounts.account')
      .set({ role: 'member', home_team_id: homeTeamId, grants: [...GRANTABLE] })
      .where('id', '=', leader.id)
      .execute()
    await trx.updateTable('accounts.account').set({ role: 'admin' }).where('id', '=', id).execute()
    await emit(trx, 'team-handed-over', { accountId: leader.id })
    for (const { id: accountId, email, locale, role } of people) {
      const changes = [{ what: 'role' as const, before: role, after: role === 'admin' ? 'member' : 'admin' }]
      await logDeskAction(trx, viewer, { accountId, action: 'hand-over', reason, changes })
      const values = { name: member.name }
      if (email) await sendNoticeLater(trx, { to: email, locale, about: 'handedOver', values })
    }
  })
}
