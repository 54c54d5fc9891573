import { routes } from '#src/http/web.ts'
import { authoringRoutes } from './authoring/authoring-routes.tsx'
import { startRoutes } from './authoring/start-routes.tsx'
import { blockRoutes } from './blocks/block-routes.tsx'
import { pictureRoutes } from './doc-lib/picture-routes.ts'
import { publishingRoutes } from './publishing/publishing-routes.tsx'

export const templateRoutes = routes()

templateRoutes.route('/', pictureRoutes)
templateRoutes.route('/', blockRoutes)
templateRoutes.route('/', startRoutes)
templateRoutes.route('/', authoringRoutes)
templateRoutes.route('/', publishingRoutes)
