import './events.ts'
import './housekeeping.ts'

export { eraseConnections } from './connection/connection.ts'
export { unlinkRemoved } from './connection/identity.ts'
export { exportSso } from './export.ts'
export { ssoRoutes as routes } from './routes.ts'
