import { type Expression, sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import type { TodoStates } from '#src/live/inbox.ts'
import { unreadBy } from './message.ts'
import { waitsFor } from './task.ts'

/** For the query that finds the viewer: whether an account has open tasks and unread notifications. */
export const inboxOf = (accountId: Expression<string>) =>
  sql<TodoStates>`json_build_object('hasPendingTask', ${waitsFor(accountId)}, 'hasUnreadNews', ${unreadBy(accountId)})`

/** The inbox of one account, for the export of its data. */
export async function exportInbox(db: Db, viewer: Viewer): Promise<ExportPart> {
  const tasks = await db
    .selectFrom('messaging.task')
    .select(['type', 'document_number', 'document_name', 'creator', 'state', 'started_at'])
    .select(['due_at', 'finished_at', 'reminders'])
    .where('account_id', '=', viewer.id)
    .orderBy('id')
    .execute()
  const messages = await db
    .selectFrom('messaging.message')
    .select(['kind', 'facts', 'path', 'created_at', 'read_at'])
    .where('account_id', '=', viewer.id)
    .orderBy('id')
    .execute()
  return { records: { tasks, messages } }
}

/** Deletes the notifications of an erased account. */
export async function eraseInbox(trx: Db, { accountId }: { accountId: string }) {
  await trx.deleteFrom('messaging.task').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('messaging.message').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('messaging.digest').where('account_id', '=', accountId).execute()
}

/** Deletes tasks and notifications about deleted documents. */
export async function deleteDocumentItems(trx: Db, { ids }: { ids: string[] }) {
  if (!ids.length) return
  await trx.deleteFrom('messaging.task').where('document_id', 'in', ids).execute()
  await trx.deleteFrom('messaging.message').where('document_id', 'in', ids).execute()
}
