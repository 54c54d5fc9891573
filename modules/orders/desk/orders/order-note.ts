import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findOrderForDesk } from './desk-order.ts'

/** The maximum number of characters of a note. */
export const MAX_NOTE_LENGTH = 1000

export const NoteForm = v.object({
  note: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(MAX_NOTE_LENGTH, 'common.problem.tooLong'),
  ),
})

/** Adds a note that only staff see. Throws NOT_FOUND. */
export async function addOrderNote(db: Db, viewer: Viewer, orderId: string, words: string) {
  const { id } = await findOrderForDesk(db, viewer, orderId)
  await db
    .insertInto('orders.order_note')
    .values({ id: newId(), order_id: id, staff: viewer.name, words, at: now() })
    .execute()
}
