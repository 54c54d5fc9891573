export { consultTab } from './consultation-routes.tsx'
export { eraseConsultations, exportConsultations } from './personal-data.ts'

export { consultationRoutes as routes } from './routes.tsx'
