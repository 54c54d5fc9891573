import { routes } from '#src/web.tsx'
import { codeRoutes } from './code-routes.tsx'
import { forgotPasswordRoutes } from './forgot-password-routes.tsx'
import { loginRoutes } from './login-routes.tsx'
import { logoutRoutes } from './logout-routes.tsx'
import { registerRoutes } from './register-routes.tsx'
import { socialRoutes } from './social-routes.tsx'

export const accountRoutes = routes()

const PARTS = [loginRoutes, registerRoutes, forgotPasswordRoutes, codeRoutes, socialRoutes, logoutRoutes]

for (const part of PARTS) accountRoutes.route('/', part)
