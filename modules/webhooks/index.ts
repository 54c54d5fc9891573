import './housekeeping.ts'

export { eraseEndpoints } from './endpoints/endpoint.ts'
export { webhookRoutes as routes } from './endpoints/endpoint-routes.tsx'
export { exportWebhooks } from './export.ts'
export { onActionLogged, onDocumentMoved } from './sending/record.ts'
