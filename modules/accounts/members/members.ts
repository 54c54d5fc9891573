import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Permission, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { createTeam } from '../account.ts'
import { logAccountAction } from '../account-log.ts'
import { hasFactor } from '../factors/factor-rule.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { GRANTABLE, type Grant, requirePermission } from '../permissions.ts'

const ROWS = 20

/**
 * One page of the team's members by the time of registration, beginning after `afterId`. Includes the team's
 * seats, the number of members, and the number of open invitations, which also occupy seats.
 */
export async function listMembers(db: Db, viewer: Viewer, afterId: string) {
  requirePermission(viewer, 'team.edit')
  let members = db
    .selectFrom('accounts.account')
    .select(['id', 'name', 'email', 'mobile', 'department', 'position', 'grants', 'state'])
    .select(hasFactor(sql.ref('accounts.account.id')).as('hasFactor'))
    .where('team_id', '=', viewer.teamId)
    .where('role', '=', 'member')
    .where('state', '!=', 'automated')
    .orderBy('id')
    .limit(ROWS + 1)
  if (isId(afterId)) members = members.where('id', '>', afterId)
  const { rows, ...team } = await db
    .selectFrom('accounts.team as team')
    .select((eb) => [
      'seats',
      'factor_required_at as factorRequiredAt',
      jsonArrayFrom(members).as('rows'),
      eb
        .selectFrom('accounts.account')
        .select((one) => one.fn.countAll<number>().as('people'))
        .whereRef('team_id', '=', 'team.id')
        .where('state', '!=', 'automated')
        .$asScalar()
        .$notNull()
        .as('people'),
      countOpenInvitations(db, viewer.teamId).$asScalar().$notNull().as('waiting'),
    ])
    .where('team.id', '=', viewer.teamId)
    .executeTakeFirstOrThrow()
  return { ...onePage(rows, ROWS), ...team }
}

/**
 * The number of a team's open invitations; each occupies a seat until it turns out that its account cannot
 * join.
 */
export const countOpenInvitations = (db: Db, teamId: string) =>
  db
    .selectFrom('accounts.invitation')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('team_id', '=', teamId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now())
    .where('problem', 'is', null)

export type Member = Awaited<ReturnType<typeof listMembers>>['rows'][number]

/** Throws MEMBER_NOT_EXISTS for an unknown id and for a member of another team. */
export async function findMember(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'team.edit')
  const member = isId(id) ? await membersOf(db, viewer).where('id', '=', id).executeTakeFirst() : undefined
  if (!member) throw new AppError('MEMBER_NOT_EXISTS')
  return member
}

function membersOf(db: Db, viewer: Viewer) {
  return db
    .selectFrom('accounts.account')
    .select(['id', 'name', 'email', 'locale', 'home_team_id', 'grants'])
    .where('team_id', '=', viewer.teamId)
    .where('role', '=', 'member')
    .where('state', '!=', 'automated')
}

/**
 * Replaces a member's permissions. Returns false when another user has changed them since the page showed
 * `shownGrants`.
 */
export async function grantPermissions(
  db: Db,
  viewer: Viewer,
  id: string,
  { was: shownGrants, grants }: { was: readonly Permission[]; grants: readonly Permission[] },
): Promise<boolean> {
  await findMember(db, viewer, id)
  return db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('accounts.account')
      .set({ grants: sortGrants(grants) })
      .where('id', '=', id)
      .where('team_id', '=', viewer.teamId)
      .where('role', '=', 'member')
      .where(
        sql<boolean>`grants @> ${sortGrants(shownGrants)}::text[] and grants <@ ${sortGrants(shownGrants)}::text[]`,
      )
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) return false
    await logAccountAction(trx, viewer, 'grant', id)
    return true
  })
}

export const sortGrants = (names: readonly string[]): Grant[] =>
  GRANTABLE.filter((one) => names.includes(one))

/**
 * Removes a member from the team; from their next request on they lead their own team again. Their drafts
 * remain in this team. A person who registered as a member gets a new team.
 */
export async function removeMember(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'member.remove')
  await findMember(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    await lockTeams(trx, [viewer.teamId])
    const member = await membersOf(trx, viewer).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!member) throw new AppError('MEMBER_NOT_EXISTS')
    const homeTeamId =
      member.home_team_id === viewer.teamId ? await createTeam(trx, member.name) : member.home_team_id
    await trx
      .updateTable('accounts.account')
      .set({ team_id: homeTeamId, home_team_id: homeTeamId, role: 'admin', grants: sql`default` })
      .where('id', '=', id)
      .execute()
    await logAccountAction(trx, viewer, 'leave', id)
    await emit(trx, 'member-removed', { teamId: viewer.teamId, accountId: id })
    await notifyMember(trx, member, viewer.teamName)
  })
}

async function notifyMember(trx: Db, member: { email: string | null; locale: Locale }, team: string) {
  const { email, locale } = member
  if (email) await sendNoticeLater(trx, { to: email, locale, about: 'left', values: { team } })
}

/** Locks the teams in the order of their ids, so that concurrent transactions cannot deadlock. */
export async function lockTeams(trx: Db, ids: string[]) {
  return trx
    .selectFrom('accounts.team')
    .select(['id', 'name', 'package', 'package_ends_at', 'seats'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}
