export { agreementPath, upcomingAgreements } from './agreements.ts'
export { siteMenus } from './pages.ts'
export { siteRoutes as routes } from './routes.tsx'
