export { eraseConversation, say } from './conversation.ts'
export { answer, listConversations } from './desk-chat.ts'
export { agentOnline, noteAgent } from './presence.ts'
export { chatRoutes as routes } from './routes.tsx'
