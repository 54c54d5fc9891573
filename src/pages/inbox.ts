import type { Expression } from 'kysely'
import { awaitsSignature } from '#modules/signing/index.ts'
import type { Inbox } from '#src/core/todo.ts'

/** Whether a task waits for whoever has this email: a document to sign is one. */
export const pendingTask = (email: Expression<string | null>) => awaitsSignature(email)

/** What waits for the viewer. No news is kept yet that could be unread. */
export const inboxOf = (hasPendingTask: boolean): Inbox => ({ hasPendingTask, hasUnreadNews: false })
