export { eraseConversation, exportConversation, say } from './conversation.ts'

export { answer, listConversations, markSeen } from './desk-chat.ts'

export { showsLinked } from './linked.ts'

export { agentOnline, noteAgent } from './presence.ts'
export { chatRoutes as routes } from './routes.tsx'
export { beginAsVisitor } from './visitor.ts'
export { lookUpConversation } from './visitor-routes.tsx'
