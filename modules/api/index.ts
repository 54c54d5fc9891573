import './housekeeping.ts'

export { exportKeys } from './export.ts'
export { eraseKeys } from './keys/key.ts'
export { keyRoutes as routes } from './keys/key-routes.tsx'
export { programRoutes } from './v1/program-routes.ts'
