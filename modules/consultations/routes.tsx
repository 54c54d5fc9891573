import { routes } from '#src/http/web.ts'
import { consultationRoutes as customerRoutes } from './consultation-routes.tsx'
import { deskConsultationRoutes } from './desk-consultation-routes.tsx'

export const consultationRoutes = routes()

consultationRoutes.route('/', customerRoutes)
consultationRoutes.route('/', deskConsultationRoutes)
