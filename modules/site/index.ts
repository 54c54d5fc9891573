export { siteRoutes } from './routes.tsx'
