import { sql } from 'kysely'
import { ago, SECOND } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/**
 * underWay: sent or about to be sent; late: a mail server delays it; refused: no server will ever accept it.
 */
export type CodeDelivery = 'underWay' | 'late' | 'refused'

/** Delay after which the page reports that a code is late. */
const LATE = 15 * SECOND

/** The delivery state of the newest mailed code to a mailbox. */
export async function codeDelivery(db: Db, recipient: string): Promise<CodeDelivery> {
  const newest = await db
    .selectFrom('platform.mail')
    .select(['state', 'created_at'])
    .where(sql<string>`lower(recipient)`, '=', recipient.toLowerCase())
    .where('overtakes', '=', true)
    .where('channel', '=', 'email')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (newest?.state === 'failed') return 'refused'
  return newest?.state === 'waiting' && newest.created_at < ago(LATE) ? 'late' : 'underWay'
}
