export { eraseConversation, say } from './conversation.ts'
export { answer, listConversations } from './desk-chat.ts'
export { chatRoutes as routes } from './routes.tsx'
