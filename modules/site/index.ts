export { agreementVersions } from './agreements.ts'
export { siteMenus } from './pages.ts'
export { siteRoutes } from './routes.tsx'
