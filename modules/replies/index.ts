import './schema.ts'

export { insertReply } from './insert.ts'
export { hasPlaceholders as hasGaps, type PlaceholderValues } from './placeholders.ts'
export { listReplies, type SavedReply } from './reply.ts'
export { replyRoutes as routes } from './routes.tsx'
export { ReplyPicker } from './views/reply-picker.tsx'
