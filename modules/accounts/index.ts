export {
  accountsAt,
  administratorsOf,
  authenticate,
  customerNames,
  findMailbox,
  findRefusal,
  findViewer,
  findVisitor,
  foundTeam,
  isStaff,
  keepLanguage,
  openAccount,
  staffNames,
  teamNames,
  teamPeople,
  teamsByName,
} from './account.ts'
export { logAccountAction } from './account-log.ts'
export { mobileNumber, shownMobile } from './account-rules.ts'
export { DEMO_CAST } from './demo-cast.ts'
export { findAccountForDesk, requireAccountsDesk } from './desk/desk-accounts.ts'
export { logDeskAction } from './desk/desk-log.ts'
export { answerCaptcha, freshCaptcha, otherKind } from './entry/codes/captcha-kind.ts'
export { showCodesIn } from './entry/codes/code-routes.tsx'
export { sessionToken } from './entry/cookies.ts'
export { deviceName } from './entry/device.ts'
export { bindSocial, findBinding, unbindSocial } from './entry/social/binding.ts'
export { socialProvider } from './entry/social/provider.ts'
export { CaptchaField, type CaptchaShown } from './entry/views/captcha-field.tsx'
export { forgetOldEntries } from './housekeeping.ts'
export { invite } from './members/invitation.ts'
export { acceptInvitation, findInvitation } from './members/invitation-acceptance.ts'
export {
  openSingles,
  planEnd,
  planStart,
  plansEnding,
  type RunningPlan,
  restorePlan,
  runningPlans,
  setPlan,
  wholePlan,
} from './members/team-plan.ts'
export { sendNoticeLater } from './notice-mail.ts'
export {
  chosenLocale,
  type MailReader,
  mailReaderAt,
  mailReaders,
  type NoticeGroup,
} from './notices/notice-choice.ts'
export { askForTemplateLetter, templateLetterReaders } from './notices/template-letter.ts'
export { hashPassword } from './password/password.ts'
export { refuseWeakPassword } from './password/password-policy.ts'
export { requirePermission } from './permissions.ts'
export { exportAccount } from './profile/export.ts'
export {
  editCompany,
  editProfile,
  findProfile,
  findProfileAndSessions,
  type Profile,
} from './profile/profile.ts'
export { accountRoutes as routes } from './routes.tsx'
export { noteTourSeen, tourDue } from './tour.ts'
export { AcctTabs } from './views/acct-tabs.tsx'
export { Day } from './views/day.tsx'
