import { routes } from '#src/http/web.ts'
import { agreementRoutes } from './agreement-routes.ts'
import { approvalRoutes } from './desk/approvals/approval-routes.tsx'
import { deskAccountRoutes } from './desk/desk-accounts-routes.tsx'
import { deskLogRoutes } from './desk/desk-log-routes.tsx'
import { deskRequestRoutes } from './desk/requests/desk-request-routes.tsx'
import { staffInvitationRoutes } from './desk/staff/staff-invitation-routes.tsx'
import { staffRoutes } from './desk/staff/staff-routes.tsx'
import { codeRoutes } from './entry/codes/code-routes.tsx'
import { forgotPasswordRoutes } from './entry/forgot-password-routes.tsx'
import { loginRoutes } from './entry/login-routes.tsx'
import { logoutRoutes } from './entry/logout-routes.tsx'
import { registerRoutes } from './entry/register-routes.tsx'
import { socialRoutes } from './entry/social/social-routes.tsx'
import { secondFactorRoutes } from './factors/login/second-factor-routes.tsx'
import { authenticatorRoutes } from './factors/own/authenticator-routes.tsx'
import { deviceRoutes } from './factors/own/device-routes.ts'
import { securityRoutes } from './factors/own/security-routes.tsx'
import { passkeyLoginRoutes } from './factors/passkeys/passkey-login-routes.tsx'
import { passkeyRoutes } from './factors/passkeys/passkey-routes.tsx'
import { invitationRoutes } from './members/invitation-routes.tsx'
import { memberRoutes } from './members/member-routes.tsx'
import { noticeRoutes } from './notices/notice-routes.tsx'
import { profileRoutes } from './profile/profile-routes.tsx'

export const accountRoutes = routes()

const ENTRY = [loginRoutes, registerRoutes, forgotPasswordRoutes, codeRoutes, socialRoutes, logoutRoutes]
const PASSKEYS = [passkeyLoginRoutes, passkeyRoutes]
const FACTORS = [secondFactorRoutes, securityRoutes, authenticatorRoutes, deviceRoutes, ...PASSKEYS]
const TEAM = [memberRoutes, invitationRoutes]
const DESK = [
  deskAccountRoutes,
  deskLogRoutes,
  deskRequestRoutes,
  approvalRoutes,
  staffRoutes,
  staffInvitationRoutes,
]
const LOGGED_IN_ROUTES = [profileRoutes, noticeRoutes, agreementRoutes, ...TEAM, ...DESK]

for (const moduleRoutes of [...ENTRY, ...FACTORS, ...LOGGED_IN_ROUTES]) accountRoutes.route('/', moduleRoutes)
