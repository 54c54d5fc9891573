export { messagingRoutes } from './routes.tsx'
