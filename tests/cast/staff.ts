import { createAccount } from '#modules/accounts/account.ts'
import { inviteStaff, listStaffInvitations } from '#modules/accounts/desk/staff/staff-invitation.ts'
import type { StaffRole, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** Creates a colleague of a member of staff who cannot log in by password. */
export const createColleague = (db: Db, { teamId }: Viewer, name: string, staff_roles: StaffRole[]) =>
  createAccount(db, teamId, {
    username: name,
    name,
    email: `${name}@example.com`,
    mobile: null,
    identity: 'company',
    department: 'Desk',
    passwordHash: 'a hash of no password',
    locale: 'en_US',
    role: 'agent',
    staff_roles,
  })

/** Creates a colleague for finance, and an open invitation. */
export async function staffBesideRuo(db: Db, ruo: Viewer) {
  const colleagueId = await createColleague(db, ruo, 'tang', ['finance'])
  await inviteStaff(db, ruo, { name: 'Gao', email: 'gao@example.com', roles: ['support'] }, 'en_US')
  const [invitation] = await listStaffInvitations(db, ruo)
  return { colleagueId, invitationId: invitation!.id }
}
