import { routes } from '#src/http/web.ts'
import { pictureRoutes } from './doc-lib/picture-routes.ts'
import { publishingRoutes } from './publishing/publishing-routes.tsx'

export const templateRoutes = routes()

templateRoutes.route('/', pictureRoutes)
templateRoutes.route('/', publishingRoutes)
