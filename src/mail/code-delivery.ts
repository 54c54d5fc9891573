import { sql } from 'kysely'
import { ago, SECOND } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/**
 * underWay: gone, or about to go; late: a mail server keeps it waiting; refused: no server will ever take it.
 */
export type CodeDelivery = 'underWay' | 'late' | 'refused'

/** How long a code may be delayed before the page says so. */
const LATE = 15 * SECOND

/** How the newest mailed code to a mailbox fares. */
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
