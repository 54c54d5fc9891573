import type { Insertable, Selectable } from 'kysely'
import * as v from 'valibot'
import { staffNames } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { putFile } from '#src/jobs/storage.ts'
import { type Attachment, fileKey } from './attachment.ts'
import { linkedIn } from './linked.ts'
import type { ConversationTable, MessageTable } from './schema.ts'

export const LONGEST = 2000

export const MessageForm = v.object({
  words: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(LONGEST, 'common.problem.tooLong')),
  key: v.fallback(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)), () => crypto.randomUUID()),
})

/** Words, a file, or both. */
export type NewMessage = v.InferOutput<typeof MessageForm> & { file?: Attachment | null }

type MessageRow = Omit<Insertable<MessageTable>, 'conversation_id' | 'seq' | 'at'>

/**
 * Puts a message at the end of a conversation that the transaction holds; false when it was there already.
 */
export async function append(
  trx: Db,
  { id, last_seq }: Selectable<ConversationTable>,
  row: MessageRow,
  file?: Attachment | null,
) {
  const seq = last_seq + 1
  const fileColumns = file && { file_type: file.type, file_name: file.name, file_size: file.bytes.length }
  const kept = await trx
    .insertInto('chat.message')
    .values({ conversation_id: id, seq, at: now(), ...row, ...fileColumns })
    .onConflict((oc) => oc.columns(['conversation_id', 'key']).doNothing())
    .executeTakeFirst()
  if (!kept.numInsertedOrUpdatedRows) return false
  if (file) await putFile(trx, fileKey(id, seq), file.bytes)
  await trx
    .updateTable('chat.conversation')
    .set({ last_seq: seq, updated_at: now() })
    .where('id', '=', id)
    .execute()
  return true
}

const AT_ONCE = 50
/**
 * A page that stays open goes on from its first message, so that what was loaded before it still ends there;
 * up to so many.
 */
const MOST = 500

/** Which part of a conversation: what is before a message, or what is from one on; 0 for neither. */
export interface MessageRange {
  before: number
  from: number
}

interface MessageQuery extends Partial<MessageRange> {
  /** Also what only staff see. */
  all?: boolean
  /** Whoever is shown what their links lead to. */
  viewer?: Viewer
}

/** The last messages of a part, oldest first, and from where there are earlier ones. */
export async function listMessages(db: Db, conversationId: string, asked: MessageQuery = {}) {
  const { before = 0, from = 0, all = false, viewer } = asked
  const most = from ? MOST : AT_ONCE
  let query = db
    .selectFrom('chat.message as message')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .select(['seq', 'key', 'kind', 'staff_id', 'words', 'message.locale', 'at', 'staff.name as staffName'])
    .select(['file_type', 'file_name', 'file_size'])
    .select((eb) => linkedIn(db, viewer, eb.ref('message.words')).as('linked'))
    .where('conversation_id', '=', conversationId)
    .orderBy('seq', 'desc')
    .limit(most + 1)
  if (!all) query = query.where('kind', '=', 'text')
  if (before) query = query.where('seq', '<', before)
  if (from) query = query.where('seq', '>=', from)
  const rows = await query.execute()
  const messages = rows.slice(0, most).reverse()
  return { messages, earlier: rows.length > most ? messages[0]!.seq : null }
}

export type Thread = Awaited<ReturnType<typeof listMessages>>
export type Message = Thread['messages'][number]

/** From a page's address. */
export const readPart = (query: Record<string, string>): MessageRange => ({
  before: readNumber(query.before),
  from: readNumber(query.from),
})

/** The number of a message, from an address; 0 where it names none. */
export const readNumber = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)
