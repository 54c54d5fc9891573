import type { Insertable, Selectable } from 'kysely'
import * as v from 'valibot'
import { staffNames } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import { putFile } from '#src/jobs/storage.ts'
import { type Attachment, fileKey } from './attachment.ts'
import type { ConversationTable, MessageTable } from './schema.ts'

export const LONGEST = 2000

export const MessageForm = v.object({
  words: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(LONGEST, 'common.problem.tooLong')),
  key: v.fallback(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)), () => crypto.randomUUID()),
})

/** Words, a file, or both. */
export type NewMessage = v.InferOutput<typeof MessageForm> & { file?: Attachment | null }

type Row = Omit<Insertable<MessageTable>, 'conversation_id' | 'seq' | 'at'>

/** Puts a message at the end of a conversation that the transaction holds; false when it was there already. */
export async function append(
  trx: Db,
  { id, last_seq }: Selectable<ConversationTable>,
  row: Row,
  file?: Attachment | null,
) {
  const seq = last_seq + 1
  const told = file && { file_type: file.type, file_name: file.name, file_size: file.bytes.length }
  const kept = await trx
    .insertInto('chat.message')
    .values({ conversation_id: id, seq, at: now(), ...row, ...told })
    .onConflict((oc) => oc.columns(['conversation_id', 'key']).doNothing())
    .executeTakeFirst()
  if (!kept.numInsertedOrUpdatedRows) return false
  if (file) await putFile(fileKey(id, seq), file.bytes)
  await trx
    .updateTable('chat.conversation')
    .set({ last_seq: seq, updated_at: now() })
    .where('id', '=', id)
    .execute()
  return true
}

const AT_ONCE = 50

/** The last messages, or the last before one of them, oldest first, and from where there are earlier ones. */
export async function listMessages(db: Db, conversationId: string, { before = 0, all = false } = {}) {
  let query = db
    .selectFrom('chat.message as message')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .select(['seq', 'key', 'kind', 'staff_id', 'words', 'message.locale', 'at', 'staff.name as staffName'])
    .select(['file_type', 'file_name', 'file_size'])
    .where('conversation_id', '=', conversationId)
    .orderBy('seq', 'desc')
    .limit(AT_ONCE + 1)
  if (!all) query = query.where('kind', '=', 'text')
  if (before) query = query.where('seq', '<', before)
  const rows = await query.execute()
  const messages = rows.slice(0, AT_ONCE).reverse()
  return { messages, earlier: rows.length > AT_ONCE ? messages[0]!.seq : null }
}

export type Thread = Awaited<ReturnType<typeof listMessages>>
export type Message = Thread['messages'][number]

/** The number of a message, from an address; 0 where it names none. */
export const readNumber = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)
