import { routes } from '#src/http/web.ts'
import { importRoutes as pageRoutes } from './import-routes.tsx'
import { uploadRoutes } from './upload-routes.tsx'

export const importRoutes = routes()

importRoutes.route('/', uploadRoutes)
importRoutes.route('/', pageRoutes)
