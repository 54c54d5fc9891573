export { requestConsultation } from './consultation.ts'
export { consultTab } from './consultation-routes.tsx'
export { makeOffer, setOwner } from './desk-consultation.ts'
export { eraseConsultations, exportConsultations } from './personal-data.ts'

export { consultationRoutes as routes } from './routes.tsx'
