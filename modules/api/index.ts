import './housekeeping.ts'

export { exportKeys } from './export.ts'
export { eraseKeys } from './keys/key.ts'
export { apiRoutes as routes } from './routes.ts'
export { programRoutes } from './v1/program-routes.ts'
