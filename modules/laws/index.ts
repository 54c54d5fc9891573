import './schema.ts'
import './review-endings.ts'

export { allRoutes as routes } from './routes.tsx'
export { lawsOfTemplate } from './template-laws.ts'
export { TemplateLaws } from './views/template-laws.tsx'
