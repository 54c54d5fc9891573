import { sql } from 'kysely'
import { ago, DAY, now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { type Locale, messages } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import { foldText, searchWords } from '#src/core/text/fold.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { likePattern } from '#src/db/patterns.ts'
import { job } from '#src/jobs/jobs.ts'
import { MESSAGE_KINDS, type MessageKind } from '../schema.ts'
import { mailNotification, type Notification } from './message-mail.ts'
import { LATEST_FIRST } from './task-list.ts'
import { notifyWaiting } from './waiting.ts'

interface NewNotification extends Notification {
  documentId?: string
  /** Whether the accounts get a mail about it in any case. */
  mailed?: boolean
}

/** Notifies accounts, in the caller's transaction, and by mail according to their settings. */
export async function sendMessage(
  trx: Db,
  accountIds: string[],
  { mailed, documentId, ...notification }: NewNotification,
) {
  if (!accountIds.length) return
  const dailyReaders = mailed ? new Set() : await mailNotification(trx, accountIds, notification)
  const { kind, facts, path } = notification
  const columns = {
    kind,
    facts: JSON.stringify(facts),
    words: foldText(Object.values(facts).join('\n')),
    path: path ?? null,
    document_id: documentId ?? null,
  }
  await trx
    .insertInto('messaging.message')
    .values(
      [...new Set(accountIds)].map((account_id) => ({
        id: newId(now()),
        account_id,
        ...columns,
        created_at: now(),
        read_at: null,
        in_digest: dailyReaders.has(account_id) ? ('waiting' as const) : null,
      })),
    )
    .execute()
  await notifyWaiting(trx, accountIds)
}

export interface MessageFilter {
  keyword: string
  /** Whether only unread notifications are listed. */
  unread: boolean
  after: string
  before: string
}

const ROWS = 20

export const readMessageFilter = ({
  keyword = '',
  unread,
  after = '',
  before = '',
}: Record<string, string | undefined>): MessageFilter => ({
  keyword: cleanText(keyword).trim().slice(0, 100),
  unread: unread === 'yes',
  after,
  before,
})

/** The list's address; by default the first page. */
export function messagesPath(filter: MessageFilter, changes: Partial<MessageFilter> = {}): string {
  const { unread, ...rest } = { ...filter, after: '', before: '', ...changes }
  const parameters = Object.entries({ unread: unread ? 'yes' : '', ...rest }).filter(([, value]) => value)
  return parameters.length ? `/mgmt/messages?${new URLSearchParams(parameters)}` : '/mgmt/messages'
}

/** One page of the viewer's notifications, newest first. Makes one query. */
export async function listMessages(db: Db, viewer: Viewer, filter: MessageFilter, locale: Locale) {
  const cursor = readCursor(LATEST_FIRST, filter)
  let query = db
    .selectFrom('messaging.message as entry')
    .select(['entry.id', 'kind', 'facts', 'path', 'created_at', 'read_at'])
    .where('account_id', '=', viewer.id)
    .orderBy(orderBy(LATEST_FIRST, cursor))
    .limit(ROWS + 1)
  if (filter.unread) query = query.where('read_at', 'is', null)
  if (filter.keyword) query = query.where(contains(filter.keyword, locale))
  if (cursor) query = query.where(pastCursor(LATEST_FIRST, cursor))
  return pageFrom(LATEST_FIRST, cursor, ROWS, await query.execute())
}

/**
 * Whether a notification contains each word, in its values or in its text around them. In old notifications,
 * which are not folded, the words are searched as typed.
 */
function contains(keyword: string, locale: Locale) {
  const foldedMatches = searchWords(keyword).map((word) => {
    const kinds = MESSAGE_KINDS.filter((kind) => textAround(kind, locale).includes(word))
    return sql`(words like ${likePattern(word)} or kind = any(${kinds}::text[]))`
  })
  const words = keyword.toLowerCase().split(/\s+/)
  const unfoldedMatches = words.map((word) => sql`lower(facts::text) like ${likePattern(word)}`)
  return sql<boolean>`(${foldedMatches.length ? sql.join(foldedMatches, sql` and `) : sql`true`}
    or words = '' and ${sql.join(unfoldedMatches, sql` and `)})`
}

const textAround = (kind: MessageKind, locale: Locale) =>
  foldText(messages[locale].messaging.message[kind].replaceAll(/\{\w+\}/g, ' '))

export type ListedMessage = Awaited<ReturnType<typeof listMessages>>['rows'][number]

/** Marks a notification of the viewer as read and returns its target. Throws NOT_FOUND. */
export async function openMessage(db: Db, viewer: Viewer, id: string): Promise<string | null> {
  if (!isId(id)) notFound()
  const message = await db
    .updateTable('messaging.message')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now())) }))
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .returning('path')
    .executeTakeFirst()
  if (!message) notFound()
  await notifyWaiting(db, [viewer.id])
  return message.path
}

export async function openAllMessages(db: Db, viewer: Viewer) {
  await db
    .updateTable('messaging.message')
    .set({ read_at: now() })
    .where('account_id', '=', viewer.id)
    .where('read_at', 'is', null)
    .execute()
  await notifyWaiting(db, [viewer.id])
}

/** Marks all notifications that were sent before this time as read. */
export async function markAsRead(db: Db, sentBefore: Date) {
  await db
    .updateTable('messaging.message')
    .set({ read_at: now() })
    .where('read_at', 'is', null)
    .where('created_at', '<', sentBefore)
    .execute()
}

/** For a query about an account: whether it has an unread notification. */
export const unreadBy = (accountId: unknown) =>
  sql<boolean>`(select true from messaging.message where account_id = ${accountId} and read_at is null
    order by id desc limit 1) is not null`

const RETENTION = 365 * DAY

/** Nightly: deletes notifications, and records of digests, that are older than a year. */
export const deleteOldMessages = job('old-messages', async (db) => {
  await db.deleteFrom('messaging.message').where('created_at', '<', ago(RETENTION)).execute()
  await db.deleteFrom('messaging.digest').where('day', '<', ago(RETENTION)).execute()
})
