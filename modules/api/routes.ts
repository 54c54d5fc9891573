import { routes } from '#src/http/web.ts'
import { guideRoutes } from './guide/guide-routes.tsx'
import { keyRoutes } from './keys/key-routes.tsx'

export const apiRoutes = routes()

apiRoutes.route('/', guideRoutes)
apiRoutes.route('/', keyRoutes)
