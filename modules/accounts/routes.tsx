import { routes } from '#src/web.tsx'
import { codeRoutes } from './code-routes.tsx'
import { deskAccountRoutes } from './desk-accounts-routes.tsx'
import { forgotPasswordRoutes } from './forgot-password-routes.tsx'
import { loginRoutes } from './login-routes.tsx'
import { logoutRoutes } from './logout-routes.tsx'
import { memberRoutes } from './member-routes.tsx'
import { profileRoutes } from './profile-routes.tsx'
import { registerRoutes } from './register-routes.tsx'
import { socialRoutes } from './social-routes.tsx'

export const accountRoutes = routes()

const ENTRY = [loginRoutes, registerRoutes, forgotPasswordRoutes, codeRoutes, socialRoutes, logoutRoutes]
const INSIDE = [profileRoutes, memberRoutes, deskAccountRoutes]

for (const part of [...ENTRY, ...INSIDE]) accountRoutes.route('/', part)
