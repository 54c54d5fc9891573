import './news.ts'

export {
  type AuthorisationStatus,
  daysUntil,
  pendingAuthorisation,
  requireAuthorisation,
  validAuthorisation,
  validAuthorisations,
} from './authorisation.ts'
export { authorisationAt, endAuthorisation, recordGranted } from './elsewhere.ts'
export { eraseAuthorisations, exportAuthorisations } from './personal-data.ts'
export { authorisationRoutes as routes } from './routes.tsx'
export { AuthorisationSummary } from './views/authorisation-summary.tsx'
