import './batch-operations.ts'
import './schema.ts'

export { eraseBatches } from './batch.ts'
export { batchRoutes as routes } from './batch-routes.tsx'
export { exportBatches } from './export.ts'
