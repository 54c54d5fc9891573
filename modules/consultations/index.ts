import './offer-orders.ts'

export { consultTab } from './consultation-routes.tsx'
export { eraseAgreements as eraseAgreed, eraseConsultations, exportConsultations } from './personal-data.ts'

export { consultationRoutes as routes } from './routes.tsx'
