export { eraseFeedback } from './feedback.ts'
export { messagingRoutes } from './routes.tsx'
