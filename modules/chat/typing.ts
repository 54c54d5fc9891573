import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive } from '#src/live/notify.ts'
import { audienceOf } from './conversation.ts'

/** Pages report typing every three seconds at most. */
const TYPING: Limit = { name: 'chat-typing', points: 40, per: 60 }

const notifyTyping = (db: Db, audience: string, conversation: string) =>
  notifyLive(db, [audience], 'typing', { conversation })

/** Notifies the desk that the customer is typing; nothing is stored. */
export async function typedByCustomer(db: Db, conversation: string) {
  await consumePoint(TYPING, conversation)
  await notifyTyping(db, 'desk', conversation)
}

export async function typedByOwner(db: Db, viewer: Viewer) {
  const conversation = await db
    .selectFrom('chat.conversation')
    .select('id')
    .where('account_id', '=', viewer.id)
    .executeTakeFirst()
  if (conversation) await typedByCustomer(db, conversation.id)
}

/** Notifies the customer that staff is typing. Throws NOT_FOUND. */
export async function typedByStaff(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const row = await db
    .selectFrom('chat.conversation')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return notFound()
  await consumePoint(TYPING, `${viewer.id} ${id}`)
  await notifyTyping(db, audienceOf({ id, ...row }), id)
}
