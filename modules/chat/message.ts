import type { Insertable, Selectable } from 'kysely'
import * as v from 'valibot'
import { staffNames } from '#modules/accounts/index.ts'
import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import type { ConversationTable, MessageTable } from './schema.ts'

export const LONGEST = 2000

export const MessageForm = v.object({
  words: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(LONGEST, 'common.problem.tooLong'),
  ),
  key: v.fallback(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)), () => crypto.randomUUID()),
})

export type NewMessage = v.InferOutput<typeof MessageForm>

type Row = Omit<Insertable<MessageTable>, 'conversation_id' | 'seq' | 'at'>

/** Puts a message at the end of a conversation that the transaction holds; false when it was there already. */
export async function append(trx: Db, { id, last_seq }: Selectable<ConversationTable>, row: Row) {
  const seq = last_seq + 1
  const kept = await trx
    .insertInto('chat.message')
    .values({ conversation_id: id, seq, at: now(), ...row })
    .onConflict((oc) => oc.columns(['conversation_id', 'key']).doNothing())
    .executeTakeFirst()
  if (!kept.numInsertedOrUpdatedRows) return false
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
    .select(['seq', 'kind', 'staff_id', 'words', 'message.locale', 'at', 'staff.name as staffName'])
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

/** Where a page of a conversation ends, from its address; 0 for the latest. */
export const readBefore = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)
