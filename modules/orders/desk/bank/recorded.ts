import type { Selectable } from 'kysely'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import type { StatementTable } from '../desk-schema.ts'

/**
 * Whether an upload may be discarded: only if none of its credits is recorded. A fetched bill may not be
 * discarded.
 */
export const mayDiscard = ({
  staff_id,
  recorded_at,
  confirmed_at,
}: Pick<Selectable<StatementTable>, 'staff_id' | 'recorded_at' | 'confirmed_at'>): boolean =>
  staff_id !== null && recorded_at === null && confirmed_at === null

/**
 * Marks a statement as recorded, after which it cannot be discarded. Throws NOT_FOUND if it was discarded
 * meanwhile.
 */
export async function markRecorded(db: Db, id: string) {
  const statement = isId(id)
    ? await db
        .updateTable('orders.statement')
        .set((eb) => ({ recorded_at: eb.fn.coalesce('recorded_at', eb.val(now())) }))
        .where('id', '=', id)
        .executeTakeFirst()
    : null
  if (!statement?.numUpdatedRows) notFound()
}
