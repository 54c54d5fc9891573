import { now } from '#src/core/clock.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { logAccountAction } from '../account-log.ts'
import { effectivePackage, isMonthly } from '../permissions.ts'
import { statusOf } from './invitation.ts'
import { lockTeams } from './members.ts'

const invitations = (db: Db) =>
  db
    .selectFrom('accounts.invitation as invitation')
    .innerJoin('accounts.team as team', 'team.id', 'invitation.team_id')
    .innerJoin('accounts.account as inviter', 'inviter.id', 'inviter_id')
    .select([
      'invitation.id',
      'invitation.team_id',
      'inviter_id',
      'invitation.email',
      'expires_at',
      'accepted_at',
      'accepted_by',
      'withdrawn_at',
      'team.name as teamName',
      'inviter.name as inviterName',
    ])

/**
 * The invitation of a mailed link. Throws NO_EXISTS for an unknown link, and for one that a newer mail
 * replaced.
 */
export async function findInvitation(db: Db, token: string) {
  const invitation = await invitations(db).where('token_hash', '=', hashOf(token)).executeTakeFirst()
  if (!invitation) throw new AppError('NO_EXISTS', {}, 'acctInfo.invitation.replaced')
  return invitation
}

/** An invitation by its id, for the verified owner of the invited address; undefined for everyone else. */
export async function findOwnInvitation(db: Db, viewer: Viewer, id: string) {
  const email = viewer.email?.toLowerCase()
  if (!isId(id) || !email) return undefined
  return invitations(db)
    .where('invitation.id', '=', id)
    .where('invitation.email', '=', email)
    .executeTakeFirst()
}

export type FoundInvitation = Awaited<ReturnType<typeof findInvitation>>

/** Errors that the invited person sees and the administrator reads beside the invitation. */
const REPORTED_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'MEMBER_ALREADY_SUB_ACCOUNT',
  'MEMBER_IS_CURRENT',
  'MEMBER_HAS_PLAN',
  'INVITER_WITHOUT_PLAN',
  'MEMBER_LIMIT',
])

/**
 * Moves the viewer's account into the team as a member, once, even if the invitation is accepted several
 * times. Throws INVITATION_INVALID when the invitation has ended, ACCESS_DENIED when another address was
 * invited, or the reason why the account cannot join.
 */
export async function acceptInvitation(db: Db, viewer: Viewer, invitation: FoundInvitation) {
  const { id, team_id: teamId } = invitation
  try {
    await db.transaction().execute(async (trx) => {
      const teams = await lockTeams(trx, [teamId, viewer.teamId])
      if (!(await markAccepted(trx, viewer, id))) return
      const reason = await joinProblem(trx, viewer, teamId)
      if (reason) throw new AppError(reason)
      const team = teams.find((one) => one.id === teamId)!
      if (!isMonthly(effectivePackage(team.package, team.package_ends_at, false)))
        throw new AppError('INVITER_WITHOUT_PLAN')
      if ((await countPeople(trx, teamId)) >= team.seats) throw new AppError('MEMBER_LIMIT')
      await moveToTeam(trx, viewer, teamId)
      await logAccountAction(trx, viewer, 'join')
      const membership = { teamId, accountId: viewer.id, name: viewer.name, team: team.name }
      await emit(trx, 'member-joined', membership)
    })
  } catch (error) {
    if (error instanceof AppError && REPORTED_ERRORS.has(error.code))
      await reportProblem(db, invitation, error.code)
    throw error
  }
}

/** Marks the invitation as accepted; returns false if the viewer has accepted it already. */
async function markAccepted(trx: Db, viewer: Viewer, id: string): Promise<boolean> {
  const invitation = await trx
    .selectFrom('accounts.invitation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (invitation.accepted_by === viewer.id) return false
  if (statusOf(invitation) !== 'sent') throw new AppError('INVITATION_INVALID')
  if (viewer.email?.toLowerCase() !== invitation.email || viewer.role === 'agent')
    throw new AppError('ACCESS_DENIED')
  await trx
    .updateTable('accounts.invitation')
    .set({ accepted_at: now(), accepted_by: viewer.id, problem: null })
    .where('id', '=', id)
    .execute()
  return true
}

/**
 * The reason why the viewer cannot join the team; null if they can. Reads the account again under its lock,
 * because it may have joined a team since the request began.
 */
async function joinProblem(trx: Db, viewer: Viewer, teamId: string): Promise<ErrorCode | null> {
  const account = await trx
    .selectFrom('accounts.account as account')
    .select(['team_id', 'role'])
    .select((eb) =>
      eb
        .selectFrom('accounts.account as colleague')
        .select((one) => one.fn.countAll<number>().as('people'))
        .whereRef('colleague.team_id', '=', 'account.team_id')
        .where('colleague.state', '!=', 'automated')
        .$asScalar()
        .$notNull()
        .as('people'),
    )
    .where('account.id', '=', viewer.id)
    .forUpdate('account')
    .executeTakeFirstOrThrow()
  if (account.team_id === teamId) return 'MEMBER_IS_CURRENT'
  if (account.role === 'member') return 'MEMBER_ALREADY_SUB_ACCOUNT'
  // An administrator may not leave a team that has members.
  return isMonthly(viewer.package) || account.people > 1 ? 'MEMBER_HAS_PLAN' : null
}

/**
 * When the invited person opens the invitation: returns the reason why their account cannot join, and
 * reports it to the inviter; null for all other viewers.
 */
export async function reportJoinProblem(db: Db, viewer: Viewer | null, invitation: FoundInvitation) {
  if (viewer?.email?.toLowerCase() !== invitation.email) return null
  const reason = await joinProblem(db, viewer, invitation.team_id)
  if (reason) await reportProblem(db, invitation, reason)
  return reason
}

async function countPeople(trx: Db, teamId: string): Promise<number> {
  const { people } = await trx
    .selectFrom('accounts.account')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('team_id', '=', teamId)
    .where('state', '!=', 'automated')
    .executeTakeFirstOrThrow()
  return people
}

async function moveToTeam(trx: Db, viewer: Viewer, teamId: string) {
  await trx
    .updateTable('accounts.account')
    .set({ team_id: teamId, role: 'member' })
    .where('id', '=', viewer.id)
    .execute()
}

/** Stores the problem beside the invitation, which then occupies no seat, and notifies the inviter once. */
async function reportProblem(
  db: Db,
  { id, inviter_id: inviterId, email }: FoundInvitation,
  problem: ErrorCode,
) {
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('accounts.invitation')
      .set({ problem })
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('problem', 'is distinct from', problem)
      .executeTakeFirst()
    if (update.numUpdatedRows === 1n) await emit(trx, 'invitation-failed', { inviterId, email, problem })
  })
}
