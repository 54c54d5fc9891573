import { type Selectable, sql } from 'kysely'
import { dueAt } from '#src/calendar/reply.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { safeName } from '#src/files/entry-names.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { removeAll, removeFiles } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { notifyLive, ofAccount, ofConversation } from '#src/live/notify.ts'
import { fileKey, filePrefix, findFile } from './attachment.ts'
import { appendMessage, listMessages, type MessageRange, type NewMessage, type Thread } from './message.ts'
import type { ConversationTable } from './schema.ts'

/** Makes open pages of the desk and of the customer load the conversation again. */
export const notifyBoth = (trx: Db, owner: ConversationOwner) =>
  notifyLive(trx, ['desk', audienceOf(owner)], 'chat', { conversation: owner.id })

export const notifyCustomer = (trx: Db, owner: ConversationOwner) =>
  notifyLive(trx, [audienceOf(owner)], 'chat', { conversation: owner.id })

type ConversationOwner = Pick<Selectable<ConversationTable>, 'id' | 'account_id'>

/** The audience key of the customer's open pages. */
export const audienceOf = ({ id, account_id }: ConversationOwner) =>
  account_id ? ofAccount(account_id) : ofConversation(id)

/** A thread as its customer sees it. */
export interface CustomerThread extends Thread {
  /** The id of the conversation. */
  id: string | null
  /** The number of the last message that our staff have seen. */
  read: number
}

const EMPTY_THREAD: CustomerThread = { messages: [], earlier: null, id: null, read: 0 }

type Position = Pick<Selectable<ConversationTable>, 'id' | 'last_seq' | 'read_seq' | 'seen_seq'>

/** The viewer's conversation with us; marks it as read. */
export async function readOwn(db: Db, viewer: Viewer, range: MessageRange): Promise<CustomerThread> {
  const conversation = await db
    .selectFrom('chat.conversation')
    .select(['id', 'last_seq', 'read_seq', 'seen_seq'])
    .where('account_id', '=', viewer.id)
    .executeTakeFirst()
  return conversation ? readThread(db, conversation, { ...range, viewer }) : EMPTY_THREAD
}

export async function readThread(
  db: Db,
  conversation: Position,
  range: MessageRange & { viewer?: Viewer },
): Promise<CustomerThread> {
  if (conversation.read_seq < conversation.last_seq) await markRead(db, conversation)
  return {
    ...(await listMessages(db, conversation.id, range)),
    id: conversation.id,
    read: conversation.seen_seq,
  }
}

/** The file of a message in the viewer's conversation. Throws NOT_FOUND. */
export async function findOwnFile(db: Db, viewer: Viewer, seq: number) {
  const conversation = await db
    .selectFrom('chat.conversation')
    .select('id')
    .where('account_id', '=', viewer.id)
    .executeTakeFirst()
  return conversation ? findFile(db, conversation.id, seq) : notFound()
}

async function markRead(db: Db, { id, last_seq }: Position) {
  await db.transaction().execute(async (trx) => {
    const result = await trx
      .updateTable('chat.conversation')
      .set({ read_seq: last_seq })
      .where('id', '=', id)
      .where('read_seq', '<', last_seq)
      .executeTakeFirst()
    if (result.numUpdatedRows) await notifyLive(trx, ['desk'], 'chat', { conversation: id })
  })
}

/** Locks the conversation of this customer for the transaction. */
export const lockConversationOf = (trx: Db, owner: { id: string } | { account_id: string }) =>
  trx
    .selectFrom('chat.conversation')
    .selectAll()
    .where((eb) => eb.and(owner))
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Stores the viewer's message, once per key, and reopens a closed conversation. */
export async function sendAsCustomer(db: Db, viewer: Viewer, message: NewMessage, locale: Locale) {
  const newConversation = { id: newId(), account_id: viewer.id, locale, created_at: now(), updated_at: now() }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('chat.conversation')
      .values({ ...newConversation, state: 'waiting', waiting_since: now() })
      .onConflict((oc) => oc.column('account_id').doNothing())
      .execute()
    await appendFromCustomer(trx, await lockConversationOf(trx, { account_id: viewer.id }), message, locale)
  })
}

/** Appends a customer's message to the locked conversation, which then waits for an answer. */
export async function appendFromCustomer(
  trx: Db,
  conversation: Selectable<ConversationTable>,
  { file, ...message }: NewMessage,
  locale: Locale,
) {
  const row = { ...message, locale, kind: 'text' as const, staff_id: null }
  if (!(await appendMessage(trx, conversation, row, file))) return
  const waiting_since = conversation.state === 'waiting' ? conversation.waiting_since : now()
  const due_at = conversation.due_at ?? (await dueAt(trx, 'general'))
  await trx
    .updateTable('chat.conversation')
    .set({ state: 'waiting', waiting_since, due_at, locale, read_seq: conversation.last_seq + 1 })
    .where('id', '=', conversation.id)
    .execute()
  await notifyBoth(trx, conversation)
}

/** How long a conversation is stored after its last message, as in the privacy statement. */
const RETENTION = 2 * 365 * DAY

/**
 * Nightly: deletes old conversations. Deletes their files first: after a crash the row is processed again,
 * and its missing files do no harm.
 */
export const deleteOldConversations = job('old-conversations', async (db) => {
  const oldRows = await db
    .selectFrom('chat.conversation')
    .select('id')
    .where('updated_at', '<', ago(RETENTION))
    .execute()
  for (const { id } of oldRows) {
    await removeAll(db, filePrefix(id))
    await db.deleteFrom('chat.conversation').where('id', '=', id).execute()
  }
  await db.deleteFrom('chat.visitor_token').where('expires_at', '<', now()).execute()
})

/** The viewer's conversation with us, for the export of personal data. */
export async function exportConversation(db: Db, viewer: Viewer): Promise<ExportPart> {
  const rows = await db
    .selectFrom('chat.message as message')
    .innerJoin('chat.conversation as conversation', 'conversation.id', 'conversation_id')
    .select(['conversation.id', 'seq', 'message.at', 'words', 'file_name', 'file_size'])
    .select(sql<boolean>`staff_id is null`.as('own'))
    .where('account_id', '=', viewer.id)
    .where('kind', '=', 'text')
    .orderBy('seq')
    .execute()
  const pathOf = ({ seq, file_name }: (typeof rows)[number]) =>
    file_name && `conversation/${seq} ${safeName(file_name)}`
  const conversation = rows.map((row) => {
    const { id: _, seq: __, ...message } = row
    return { ...message, file: pathOf(row) }
  })
  const files = rows
    .filter(({ file_name }) => file_name)
    .map((row) => ({ path: pathOf(row)!, at: row.at, content: { key: fileKey(row.id, row.seq) } }))
  return { records: { conversation }, files }
}

/** Deletes the conversation of an erased account. */
export async function eraseConversation(trx: Db, { accountId }: { accountId: string }) {
  const deletedRows = await trx
    .deleteFrom('chat.conversation')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute()
  for (const { id } of deletedRows) await removeFiles.enqueue(trx, { prefix: filePrefix(id) })
}
