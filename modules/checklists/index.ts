import './schema.ts'

export { eraseChecklists, exportChecklists } from './personal-data.ts'
export { checklistRoutes as routes } from './routes.tsx'
