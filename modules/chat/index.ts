export { eraseConversation, exportConversation } from './conversation.ts'

export { registerLinkedRecords as showsLinked } from './linked.ts'

export { agentOnline, recordPresence } from './presence.ts'
export { chatRoutes as routes } from './routes.tsx'
export { lookUpConversation } from './visitor-routes.tsx'
