export {
  accountNames,
  authenticate,
  findMailbox,
  findRefusal,
  findViewer,
  foundTeam,
  openAccount,
} from './account.ts'
export { logAccountAction } from './account-log.ts'
export { freshCaptcha, otherKind } from './captcha-kind.ts'
export { showCodesIn } from './code-routes.tsx'
export { sessionToken } from './cookies.ts'
export { DEMO_CAST } from './demo-cast.ts'
export { findAccountForDesk, logDeskAction, requireStaff } from './desk-accounts.ts'
export { deviceName } from './device.ts'
export { exportAccount } from './export.ts'
export { forgetOldEntries } from './housekeeping.ts'
export { invite } from './invitation.ts'
export { acceptInvitation } from './invitation-acceptance.ts'
export { sendNoticeLater } from './notice-mail.tsx'
export { requireOperation } from './operations.ts'
export { hashPassword } from './password.ts'
export { refuseWeakPassword } from './password-policy.ts'
export { editCompany, editProfile, findProfile, type Profile } from './profile.ts'
export { accountRoutes } from './routes.tsx'
export { bindSocial, findBinding, unbindSocial } from './social/binding.ts'
export { socialProvider } from './social/provider.ts'
export { type RunningPlan, runningPlans, setPlan } from './team-plan.ts'
export { AcctTabs } from './views/acct-tabs.tsx'
export { CaptchaField, type CaptchaShown } from './views/captcha-field.tsx'
export { Day } from './views/day.tsx'
