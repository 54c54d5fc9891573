import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { createAccount } from '../account.ts'
import { logAccountAction } from '../account-log.ts'
import { NO_PASSWORD } from '../password/password.ts'
import { effectivePackage, isMonthly } from '../permissions.ts'
import { findOpenInvitation, seatsTaken } from './invitation.ts'
import { lockTeams } from './members.ts'

interface NewMember {
  email: string
  name: string
  locale: Locale
}

/**
 * Creates a member of a team for a person whom its identity provider has identified, without a password, and
 * returns the account's id. An open invitation to the address counts as accepted. Throws
 * INVITER_WITHOUT_PLAN, MEMBER_LIMIT without a free seat, and EMAIL_ALREADY_EXISTS.
 */
export async function addIdentityProviderMember(
  trx: Db,
  teamId: string,
  newcomer: NewMember,
): Promise<string> {
  const { email, name, locale } = newcomer
  const [team] = await lockTeams(trx, [teamId])
  if (!isMonthly(effectivePackage(team!.package, team!.package_ends_at, false)))
    throw new AppError('INVITER_WITHOUT_PLAN')
  const invitation = await findOpenInvitation(trx, teamId, email)
  const reservedSeats = invitation && invitation.expires_at > now() && !invitation.problem ? 1 : 0
  if ((await seatsTaken(trx, teamId)) - reservedSeats >= team!.seats) throw new AppError('MEMBER_LIMIT')
  const id = await createAccount(trx, teamId, {
    username: usernameFor(email),
    email,
    mobile: null,
    name,
    identity: 'company',
    department: '',
    passwordHash: NO_PASSWORD,
    locale,
    role: 'member',
    tour_due: true,
  })
  if (invitation)
    await trx
      .updateTable('accounts.invitation')
      .set({ accepted_at: now(), accepted_by: id, problem: null })
      .where('id', '=', invitation.id)
      .execute()
  await logAccountAction(trx, { id }, 'join')
  await emit(trx, 'member-joined', { teamId, accountId: id, name, team: team!.name })
  await emit(trx, 'email-proved', { accountId: id, email })
  return id
}

/** A username made of the beginning of the address, and characters that make it unique. */
function usernameFor(email: string): string {
  const prefix = email.split('@')[0]!.replace(/[^a-z0-9]/gi, '')
  return `${prefix.slice(0, 12) || 'user'}_${newToken().slice(0, 7)}`
}
