import { DAY, fromNow, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { StaffRole, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { accountsAt, createAccount, createTeam, findLoginAccount, type LoginAccount } from '../../account.ts'
import { hashPassword } from '../../password/password.ts'
import { refuseWeakPassword } from '../../password/password-policy.ts'
import { requirePermission } from '../../permissions.ts'
import { logDeskAction } from '../desk-log.ts'
import { invitationLink, sendStaffInvitationLater } from './staff-mail.ts'

const VALID_FOR = 3 * DAY

export interface NewStaff {
  email: string
  name: string
  roles: StaffRole[]
}

/** Open invitations, newest first. */
export async function listStaffInvitations(db: Db, viewer: Viewer) {
  requirePermission(viewer, 'desk.staff')
  return openInvitations(db)
    .select(['id', 'email', 'name', 'roles', 'created_at', 'expires_at'])
    .orderBy('id', 'desc')
    .execute()
}

export type ListedStaffInvitation = Awaited<ReturnType<typeof listStaffInvitations>>[number]

const openInvitations = (db: Db) =>
  db
    .selectFrom('accounts.staff_invitation')
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)

/**
 * Invites a person by mail; replaces an open invitation to the address, whose link becomes invalid. Throws
 * EMAIL_ALREADY_EXISTS for the address of a customer, MEMBER_IS_CURRENT for the address of a colleague.
 */
export async function inviteStaff(db: Db, viewer: Viewer, newStaff: NewStaff, locale: Locale) {
  requirePermission(viewer, 'desk.staff')
  await db.transaction().execute(async (trx) => {
    const token = await storeInvitation(trx, viewer.id, newStaff)
    await sendStaffInvitationLater(trx, { to: newStaff.email, locale }, { token, inviter: viewer.name })
    const reason = `${newStaff.name} <${newStaff.email}>: ${newStaff.roles.join(' ')}`
    await logDeskAction(trx, viewer, { accountId: viewer.id, action: 'invite-staff', reason })
  })
}

/** The link of a new invitation from the command line, without a logged-in user; see `inviteStaff`. */
export const inviteStaffByCommand = (db: Db, newStaff: NewStaff): Promise<string> =>
  db.transaction().execute(async (trx) => invitationLink(await storeInvitation(trx, null, newStaff)))

async function storeInvitation(trx: Db, inviterId: string | null, { email, name, roles }: NewStaff) {
  await refuseTaken(trx, email)
  await trx
    .updateTable('accounts.staff_invitation')
    .set({ withdrawn_at: now() })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
  const token = newToken()
  await trx
    .insertInto('accounts.staff_invitation')
    .values({
      id: newId(),
      email,
      name,
      roles,
      token_hash: hashOf(token),
      inviter_id: inviterId,
      created_at: now(),
      expires_at: fromNow(VALID_FOR),
    })
    .execute()
  return token
}

async function refuseTaken(trx: Db, email: string) {
  const [existingAccount] = await accountsAt(trx, [email])
  if (!existingAccount) return
  const { role, state } = await trx
    .selectFrom('accounts.account')
    .select(['role', 'state'])
    .where('id', '=', existingAccount.id)
    .executeTakeFirstOrThrow()
  if (role !== 'agent') throw new AppError('EMAIL_ALREADY_EXISTS')
  // A suspended colleague returns when the suspension is lifted, not by an invitation.
  if (state !== 'disabled') throw new AppError('MEMBER_IS_CURRENT')
}

/** Throws NOT_FOUND for an invitation that is accepted, withdrawn or unknown. */
export async function withdrawStaffInvitation(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'desk.staff')
  await db.transaction().execute(async (trx) => {
    const withdrawnInvitation = isId(id)
      ? await trx
          .updateTable('accounts.staff_invitation')
          .set({ withdrawn_at: now() })
          .where('id', '=', id)
          .where('accepted_at', 'is', null)
          .where('withdrawn_at', 'is', null)
          .returning(['name', 'email'])
          .executeTakeFirst()
      : undefined
    if (!withdrawnInvitation) notFound()
    const reason = `${withdrawnInvitation.name} <${withdrawnInvitation.email}>`
    await logDeskAction(trx, viewer, { accountId: viewer.id, action: 'withdraw-staff', reason })
  })
}

/**
 * The open invitation of a link, and the former account of its address, which the invitation would reopen.
 * Throws INVITATION_INVALID for a link that was used, replaced or withdrawn, or that has expired, and
 * NO_EXISTS for an unknown link.
 */
export async function findStaffInvitation(db: Db, token: string) {
  const invitation = await db
    .selectFrom('accounts.staff_invitation')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!invitation) throw new AppError('NO_EXISTS')
  const { accepted_at, withdrawn_at, expires_at } = invitation
  if (accepted_at || withdrawn_at || expires_at <= now()) throw new AppError('INVITATION_INVALID')
  const [formerAccount] = await accountsAt(db, [invitation.email])
  return { ...invitation, formerId: formerAccount?.id ?? null }
}

export type StaffInvitation = Awaited<ReturnType<typeof findStaffInvitation>>

/**
 * Creates the account of a new member of staff, or reopens the account of a former member with a new
 * password. Throws INVITATION_INVALID if the link was used meanwhile, or the error of a value that is taken
 * or weak.
 */
export async function acceptStaffInvitation(
  db: Db,
  { id, email, name, roles, formerId, inviter_id }: StaffInvitation,
  { username, password }: { username: string; password: string },
  locale: Locale,
): Promise<LoginAccount> {
  const teamName = config.company.name.zh_CN
  refuseWeakPassword(password, { username, name, teamName, email, mobile: null })
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    await markAccepted(trx, id)
    const accountId = formerId
      ? await reopen(trx, formerId, { passwordHash, roles })
      : await createAccount(trx, await staffTeam(trx, teamName), {
          username,
          email,
          name,
          passwordHash,
          locale,
          mobile: null,
          identity: 'company',
          department: '–',
          role: 'agent',
          staff_roles: roles,
        })
    const changes = [{ what: 'staffRoles' as const, before: '', after: roles.join(' ') }]
    const reason = inviter_id ? email : `${email}, npm run staff`
    await logDeskAction(trx, { id: accountId }, { accountId, action: 'join-staff', reason, changes })
    return findLoginAccount(trx, accountId)
  })
}

async function markAccepted(trx: Db, id: string) {
  const update = await trx
    .updateTable('accounts.staff_invitation')
    .set({ accepted_at: now() })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) throw new AppError('INVITATION_INVALID')
}

/**
 * Reopens an account. Throws INVITATION_INVALID unless it is the disabled account of a former member of
 * staff.
 */
async function reopen(
  trx: Db,
  id: string,
  { passwordHash, roles }: { passwordHash: string; roles: StaffRole[] },
) {
  const update = await trx
    .updateTable('accounts.account')
    .set({ password_hash: passwordHash, staff_roles: roles, state: 'active' })
    .where('id', '=', id)
    .where('role', '=', 'agent')
    .where('state', '=', 'disabled')
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) throw new AppError('INVITATION_INVALID')
  return id
}

/** The id of the team of all staff, which is created for the first member. */
async function staffTeam(trx: Db, name: string): Promise<string> {
  const colleague = await trx
    .selectFrom('accounts.account')
    .select('team_id')
    .where('role', '=', 'agent')
    .orderBy('id')
    .executeTakeFirst()
  return colleague?.team_id ?? createTeam(trx, name)
}
