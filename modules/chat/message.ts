import type { Insertable, Selectable } from 'kysely'
import * as v from 'valibot'
import { staffNames } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { putFile } from '#src/jobs/storage.ts'
import { type Attachment, fileKey } from './attachment.ts'
import { linkedRecords } from './linked.ts'
import type { ConversationTable, MessageTable } from './schema.ts'

export const MAX_LENGTH = 2000

export const MessageForm = v.object({
  words: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(MAX_LENGTH, 'common.problem.tooLong')),
  key: v.fallback(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)), () => crypto.randomUUID()),
})

/** Text, a file, or both. */
export type NewMessage = v.InferOutput<typeof MessageForm> & { file?: Attachment | null }

type MessageRow = Omit<Insertable<MessageTable>, 'conversation_id' | 'seq' | 'at'>

/** Appends a message to a locked conversation; false when a message with its key exists already. */
export async function appendMessage(
  trx: Db,
  { id, last_seq }: Selectable<ConversationTable>,
  row: MessageRow,
  file?: Attachment | null,
) {
  const seq = last_seq + 1
  const fileColumns = file && { file_type: file.type, file_name: file.name, file_size: file.bytes.length }
  const inserted = await trx
    .insertInto('chat.message')
    .values({ conversation_id: id, seq, at: now(), ...row, ...fileColumns })
    .onConflict((oc) => oc.columns(['conversation_id', 'key']).doNothing())
    .executeTakeFirst()
  if (!inserted.numInsertedOrUpdatedRows) return false
  if (file) await putFile(trx, fileKey(id, seq), file.bytes)
  await trx
    .updateTable('chat.conversation')
    .set({ last_seq: seq, updated_at: now() })
    .where('id', '=', id)
    .execute()
  return true
}

/** Whether the conversation has the message with this key. */
export async function isStored(db: Db, conversationId: string, key: string): Promise<boolean> {
  const message = await db
    .selectFrom('chat.message')
    .select('seq')
    .where('conversation_id', '=', conversationId)
    .where('key', '=', key)
    .executeTakeFirst()
  return message !== undefined
}

const PAGE_SIZE = 50
/**
 * The maximum number of messages in one refresh: an open page refreshes from its oldest shown message on, so
 * that there is no gap before the parts loaded earlier.
 */
const MAX_MESSAGES = 500

/** Bounds by message number: lower than `before`, at least `from`; 0 is no bound. */
export interface MessageRange {
  before: number
  from: number
}

interface MessageQuery extends Partial<MessageRange> {
  /** Include messages that only staff see. */
  all?: boolean
  /** The reader for whom linked records are shown. */
  viewer?: Viewer
}

/** The last messages of a part, oldest first, and the number of the first one if there are earlier ones. */
export async function listMessages(db: Db, conversationId: string, range: MessageQuery = {}) {
  const { before = 0, from = 0, all = false, viewer } = range
  const max = from ? MAX_MESSAGES : PAGE_SIZE
  let query = db
    .selectFrom('chat.message as message')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .select(['seq', 'key', 'kind', 'staff_id', 'words', 'message.locale', 'at', 'staff.name as staffName'])
    .select(['file_type', 'file_name', 'file_size'])
    .select((eb) => linkedRecords(db, viewer, eb.ref('message.words')).as('linked'))
    .where('conversation_id', '=', conversationId)
    .orderBy('seq', 'desc')
    .limit(max + 1)
  if (!all) query = query.where('kind', '=', 'text')
  if (before) query = query.where('seq', '<', before)
  if (from) query = query.where('seq', '>=', from)
  const rows = await query.execute()
  const messages = rows.slice(0, max).reverse()
  return { messages, earlier: rows.length > max ? messages[0]!.seq : null }
}

export type Thread = Awaited<ReturnType<typeof listMessages>>
export type Message = Thread['messages'][number]

/** Reads the range of messages from a page's address. */
export const readRange = (query: Record<string, string>): MessageRange => ({
  before: readNumber(query.before),
  from: readNumber(query.from),
})

/** The number of a message from an address; 0 if it is invalid. */
export const readNumber = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)
