import { awaitsSignature } from '#modules/signing/index.ts'
import type { Db } from '#src/app/database.ts'
import type { Inbox } from '#src/core/todo.ts'
import type { Viewer } from '#src/core/viewer.ts'

/** What waits for the viewer: a document to sign is a pending task. No news is kept yet that could be unread. */
export async function findInbox(db: Db, viewer: Viewer): Promise<Inbox> {
  const hasPendingTask = viewer.email !== null && (await awaitsSignature(db, viewer.email))
  return { hasPendingTask, hasUnreadNews: false }
}
