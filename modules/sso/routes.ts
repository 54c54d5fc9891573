import { routes } from '#src/http/web.ts'
import { connectionRoutes } from './connection/connection-routes.tsx'
import { loginRoutes } from './login/login-routes.tsx'

export const ssoRoutes = routes()
ssoRoutes.route('/', connectionRoutes)
ssoRoutes.route('/', loginRoutes)
