import { routes } from '#src/http/web.ts'
import { entranceRoutes } from './entrance/entrance-routes.tsx'
import { settingRoutes } from './inviting/setting-routes.tsx'
import { audienceRoutes } from './reading/audience-routes.tsx'
import { comparisonRoutes } from './reading/comparison-routes.tsx'
import { progressRoutes } from './reading/progress-routes.tsx'
import { readingRoutes } from './reading/reading-routes.tsx'
import { senderRoutes } from './reading/sender-routes.tsx'

export const reviewRoutes = routes()

for (const group of [
  entranceRoutes,
  readingRoutes,
  senderRoutes,
  audienceRoutes,
  settingRoutes,
  comparisonRoutes,
  progressRoutes,
])
  reviewRoutes.route('/', group)
