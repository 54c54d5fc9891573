export { addNote, answerFeedback, setOwner } from './desk-feedback.ts'
export { eraseFeedback, keepFeedback } from './feedback.ts'
export { messagingRoutes as routes } from './routes.tsx'
