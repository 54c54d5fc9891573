import './closed-accounts.ts'
import './housekeeping.ts'

export {
  accountsAt,
  administratorsOf,
  customerNames,
  findMailbox,
  findViewer,
  findVisitor,
  teamNames,
  teamsByName,
} from './account.ts'
export { logAccountAction } from './account-log.ts'
export { findAccountForDesk, requireAccountsDesk } from './desk/desk-accounts.ts'
export { logDeskAction, pagesSeen } from './desk/desk-log.ts'
export { isStaff, staffNames } from './desk/staff/staff-names.ts'
export { sessionToken } from './entry/cookies.ts'
export { enterByProvider } from './entry/provider-login.ts'
export { ensureAutomatedUser, findAutomatedUser } from './members/automated-user.ts'
export { addIdentityProviderMember } from './members/provider-member.ts'
export { teamPeople } from './members/team-people.ts'
export {
  extendSingleDocuments,
  lockPlan,
  monthlyPlans,
  planEndingWithin,
  planOf,
  restorePlan,
  setPlan,
} from './members/team-plan.ts'
export { sendNoticeLater } from './notice-mail.ts'
export {
  chosenLocale,
  mailReaderAt,
  mailReaders,
} from './notices/notice-choice.ts'
export { recipientsOf } from './notices/recipients.ts'
export { templateMailSubscribers } from './notices/template-mail.ts'
export { requirePermission } from './permissions.ts'
export { exportAccount } from './profile/export.ts'
export { findProfile, findProfileAndSessions, type Profile } from './profile/profile.ts'
export { accountRoutes as routes } from './routes.tsx'
export { tour } from './tour.ts'
