import { endAllSessions } from '#src/auth/session.ts'
import { returnEntries } from '#src/calendar/queue.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { STAFF_ROLES, type StaffRole, type Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { deskPermissions, requirePermission } from '../../permissions.ts'
import { logDeskAction } from '../desk-log.ts'

const staffAccounts = (db: Db) =>
  db
    .selectFrom('accounts.account as account')
    .leftJoin('accounts.last_login as last', 'last.account_id', 'account.id')
    .select(['id', 'name', 'username', 'email', 'state', 'staff_roles', 'created_at', 'last.at as lastLogin'])
    .where('role', '=', 'agent')

/** All staff: present members first, then removed ones. */
export async function listStaff(db: Db, viewer: Viewer) {
  requirePermission(viewer, 'desk.staff')
  return listStaffForCommand(db)
}

/** All staff for the command line, without a logged-in user. */
export const listStaffForCommand = (db: Db) =>
  staffAccounts(db)
    .where('state', '!=', 'erased')
    .orderBy((eb) => eb('state', '!=', 'active'))
    .orderBy('account.name')
    .execute()

export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number]

/** Throws NOT_FOUND. */
export async function findStaff(db: Db, viewer: Viewer, id: string): Promise<StaffMember> {
  requirePermission(viewer, 'desk.staff')
  const member = isId(id) ? await staffAccounts(db).where('id', '=', id).executeTakeFirst() : undefined
  return member ?? notFound()
}

/** Valid roles in the order of `STAFF_ROLES`; drops others. */
export const sortRoles = (names: readonly string[]): StaffRole[] =>
  STAFF_ROLES.filter((role) => names.includes(role))

interface RoleChange {
  /** The roles when the form was shown. */
  shownRoles: StaffRole[]
  roles: StaffRole[]
  reason: string
}

/**
 * Replaces the roles of a colleague, from their next request on. Entries that they may no longer handle
 * return to their queue. Returns the reason if the roles cannot change: they were changed meanwhile, or no
 * lead would remain to decide about staff.
 */
export async function changeRoles(
  db: Db,
  viewer: Viewer,
  id: string,
  { shownRoles, roles, reason }: RoleChange,
): Promise<MessageKey | null> {
  const { id: accountId } = await findStaff(db, viewer, id)
  return db.transaction().execute(async (trx) => {
    const currentRoles = await lockStaff(trx, accountId)
    if (currentRoles.join() !== shownRoles.join()) return 'desk.staff.problem.changed'
    if (currentRoles.includes('lead') && !roles.includes('lead') && (await isLastLead(trx, accountId)))
      return 'desk.staff.problem.lastLead'
    await setRoles(trx, accountId, roles)
    await returnEntries(trx, accountId, deskPermissions(roles))
    const changes = [{ what: 'staffRoles' as const, before: currentRoles.join(' '), after: roles.join(' ') }]
    await logDeskAction(trx, viewer, { accountId, action: 'change-staff', reason, changes })
    return null
  })
}

/**
 * Disables a colleague's account and ends their sessions. Only a new invitation reopens the account. Throws
 * ACCESS_DENIED for the viewer's own account. Returns the reason if the removal is not possible.
 */
export async function removeStaff(
  db: Db,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<MessageKey | null> {
  const { id: accountId } = await findStaff(db, viewer, id)
  if (accountId === viewer.id) throw new AppError('ACCESS_DENIED')
  return db.transaction().execute(async (trx) => {
    const currentRoles = await lockStaff(trx, accountId)
    if (currentRoles.includes('lead') && (await isLastLead(trx, accountId)))
      return 'desk.staff.problem.lastLead'
    await removeInTransaction(trx, accountId)
    const changes = [{ what: 'staffRoles' as const, before: currentRoles.join(' '), after: '' }]
    await logDeskAction(trx, viewer, { accountId, action: 'remove-staff', reason, changes })
    return null
  })
}

/**
 * Removes a member of staff from the command line, without a logged-in user; even the last lead. Returns
 * false for an unknown address.
 */
export async function removeStaffAt(db: Db, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const member = await staffAccounts(trx)
      .where('email', '=', email.toLowerCase())
      .where('state', 'not in', ['disabled', 'erased'])
      .executeTakeFirst()
    if (!member) return false
    await lockStaff(trx, member.id)
    await removeInTransaction(trx, member.id)
    const entry = { accountId: member.id, action: 'remove-staff', reason: 'npm run staff' } as const
    await logDeskAction(trx, member, entry)
    return true
  })
}

async function removeInTransaction(trx: Db, id: string) {
  await trx
    .updateTable('accounts.account')
    .set({ state: 'disabled', staff_roles: [] })
    .where('id', '=', id)
    .execute()
  await endAllSessions(trx, id)
  await returnEntries(trx, id)
}

/** Locks a member of staff, and all leads, so that two leads cannot remove each other. Returns the roles. */
export async function lockStaff(trx: Db, id: string): Promise<StaffRole[]> {
  const rows = await trx
    .selectFrom('accounts.account')
    .select(['id', 'staff_roles'])
    .where('role', '=', 'agent')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.find((row) => row.id === id)?.staff_roles ?? []
}

export async function isLastLead(trx: Db, id: string): Promise<boolean> {
  const otherLead = await staffAccounts(trx)
    .where('id', '!=', id)
    .where('state', '=', 'active')
    .where(
      (eb) => eb.val('lead'),
      '=',
      (eb) => eb.fn.any('staff_roles'),
    )
    .executeTakeFirst()
  return !otherLead
}

export async function findStaffRoles(db: Db, id: string): Promise<StaffRole[]> {
  const row = await staffAccounts(db).where('id', '=', id).executeTakeFirst()
  return sortRoles(row?.staff_roles ?? [])
}

/** The names and addresses of leads, who decide about roles, for colleagues without a role. */
export const listLeads = (db: Db) =>
  staffAccounts(db)
    .where('state', '=', 'active')
    .where(
      (eb) => eb.val('lead'),
      '=',
      (eb) => eb.fn.any('staff_roles'),
    )
    .orderBy('account.name')
    .execute()

async function setRoles(trx: Db, id: string, roles: StaffRole[]) {
  await trx.updateTable('accounts.account').set({ staff_roles: roles }).where('id', '=', id).execute()
}
