import { DAY, fromNow, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { logAccountAction } from '../account-log.ts'
import { chosenLocale } from '../notices/notice-choice.ts'
import { isMonthly, requirePermission } from '../permissions.ts'
import type { InvitationTable } from '../schema.ts'
import { sendInvitationLater } from './invitation-mail.ts'
import { countOpenInvitations, lockTeams } from './members.ts'

export type InvitationStatus = 'sent' | 'accepted' | 'invalid' | 'expired'

export function statusOf(
  invitation: Pick<InvitationTable, 'accepted_at' | 'withdrawn_at' | 'expires_at'>,
): InvitationStatus {
  if (invitation.accepted_at) return 'accepted'
  if (invitation.withdrawn_at) return 'invalid'
  return invitation.expires_at <= now() ? 'expired' : 'sent'
}

const ROWS = 20
const VALID_FOR = 7 * DAY

export async function listInvitations(db: Db, viewer: Viewer, beforeId: string) {
  requirePermission(viewer, 'team.edit')
  let query = db
    .selectFrom('accounts.invitation')
    .select(['id', 'email', 'created_at', 'expires_at', 'accepted_at', 'withdrawn_at', 'problem'])
    .where('team_id', '=', viewer.teamId)
    .orderBy('id', 'desc')
    .limit(ROWS + 1)
  if (isId(beforeId)) query = query.where('id', '<', beforeId)
  return onePage(await query.execute(), ROWS)
}

export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>['rows'][number]

/**
 * Throws unless the viewer may invite: administrators learn that a plan is missing, members that they may
 * not invite.
 */
function requireInviter(viewer: Viewer) {
  if (viewer.role === 'admin' && !isMonthly(viewer.package)) throw new AppError('INVITER_WITHOUT_PLAN')
  requirePermission(viewer, 'member.invite')
}

/**
 * Invites a person by email, or mails an open invitation again. An open invitation occupies a seat. Throws
 * INVITER_WITHOUT_PLAN, MEMBER_IS_CURRENT or MEMBER_LIMIT; reveals nothing else about the invited person.
 */
export async function invite(db: Db, viewer: Viewer, email: string, locale: Locale) {
  requireInviter(viewer)
  await db.transaction().execute(async (trx) => {
    const [team] = await lockTeams(trx, [viewer.teamId])
    if (await isColleague(trx, viewer, email)) throw new AppError('MEMBER_IS_CURRENT')
    const existingInvitation = await findOpenInvitation(trx, viewer.teamId, email)
    if (
      (!existingInvitation || existingInvitation.problem) &&
      (await seatsTaken(trx, viewer.teamId)) >= team!.seats
    )
      throw new AppError('MEMBER_LIMIT')
    await mailInvitation(trx, viewer, { id: existingInvitation?.id, email }, locale)
    await logAccountAction(trx, viewer, 'invite')
  })
}

async function isColleague(trx: Db, viewer: Viewer, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('accounts.account')
    .select('id')
    .where('email', '=', email)
    .where('team_id', '=', viewer.teamId)
    .executeTakeFirst()
  return row !== undefined
}

/** The invitation of an address that is neither accepted nor withdrawn; it may have expired. */
export async function findOpenInvitation(trx: Db, teamId: string, email: string) {
  return trx
    .selectFrom('accounts.invitation')
    .select(['id', 'problem', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

/** Number of the team's accounts and open invitations. */
export async function seatsTaken(trx: Db, teamId: string): Promise<number> {
  const { people } = await trx
    .selectFrom('accounts.account')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('team_id', '=', teamId)
    .where('state', '!=', 'automated')
    .executeTakeFirstOrThrow()
  const { waiting: invitationCount } = await countOpenInvitations(trx, teamId).executeTakeFirstOrThrow()
  return people + invitationCount
}

/** Mails a new link, valid for seven days; the previous link becomes invalid. */
async function mailInvitation(
  trx: Db,
  viewer: Viewer,
  { id = newId(), email }: { id?: string; email: string },
  locale: Locale,
) {
  const token = newToken()
  const newLink = { token_hash: hashOf(token), expires_at: fromNow(VALID_FOR), problem: null }
  await trx
    .insertInto('accounts.invitation')
    .values({ id, team_id: viewer.teamId, inviter_id: viewer.id, email, created_at: now(), ...newLink })
    .onConflict((oc) => oc.column('id').doUpdateSet(newLink))
    .execute()
  const { name: inviter, teamName: team } = viewer
  const recipient = { to: email, locale: await chosenLocale(trx, email, locale) }
  await sendInvitationLater(trx, recipient, { token, inviter, team })
}

/** Throws MEMBER_NOT_EXISTS for another team's invitation, INVITATION_INVALID for an ended one. */
export async function resendInvitation(db: Db, viewer: Viewer, id: string, locale: Locale) {
  requireInviter(viewer)
  await db.transaction().execute(async (trx) => {
    const [team] = await lockTeams(trx, [viewer.teamId])
    const invitation = await lockOpenInvitation(trx, viewer, id)
    const needsSeat = statusOf(invitation) === 'expired' || invitation.problem
    if (needsSeat && (await seatsTaken(trx, viewer.teamId)) >= team!.seats) throw new AppError('MEMBER_LIMIT')
    await mailInvitation(trx, viewer, invitation, locale)
  })
}

export async function withdrawInvitation(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'member.remove')
  await db.transaction().execute(async (trx) => {
    await lockTeams(trx, [viewer.teamId])
    const invitation = await lockOpenInvitation(trx, viewer, id)
    await trx
      .updateTable('accounts.invitation')
      .set({ withdrawn_at: now() })
      .where('id', '=', invitation.id)
      .execute()
  })
}

async function lockOpenInvitation(trx: Db, viewer: Viewer, id: string) {
  const invitation = isId(id)
    ? await trx
        .selectFrom('accounts.invitation')
        .selectAll()
        .where('id', '=', id)
        .where('team_id', '=', viewer.teamId)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!invitation) throw new AppError('MEMBER_NOT_EXISTS')
  if (invitation.accepted_at || invitation.withdrawn_at) throw new AppError('INVITATION_INVALID')
  return invitation
}
