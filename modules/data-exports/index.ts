export { eraseDataExports } from './data-export-sweep.ts'
export { dataExportRoutes as routes } from './routes.tsx'
