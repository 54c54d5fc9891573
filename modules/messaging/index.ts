export { eraseFeedback } from './feedback.ts'
export { messagingRoutes as routes } from './routes.tsx'
