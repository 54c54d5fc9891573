import { routes } from '#src/http/web.ts'
import { lawRoutes } from './law-routes.tsx'
import { lawTaskRoutes } from './task-routes.tsx'

export const allRoutes = routes()

allRoutes.route('/', lawRoutes)
allRoutes.route('/', lawTaskRoutes)
