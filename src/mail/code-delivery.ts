import { sql } from 'kysely'
import { ago, SECOND } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'

/**
 * underWay: sent or about to be sent; late: a mail server delays it; refused: no server will ever accept it.
 */
export type CodeDelivery = 'underWay' | 'late' | 'refused'

/** Delay after which the page reports that a code is late. */
const LATE_AFTER_MS = 15 * SECOND

/**
 * The delivery state of the newest codes to these mailboxes and numbers; if they differ, the worst of them.
 */
export async function codeDelivery(db: Db, recipients: string[]): Promise<CodeDelivery> {
  const newestMessages = await db
    .selectFrom('platform.mail')
    .distinctOn(sql`lower(recipient)`)
    .select(['state', 'created_at'])
    .where(
      sql<string>`lower(recipient)`,
      'in',
      recipients.map((one) => one.toLowerCase()),
    )
    .where('overtakes', '=', true)
    .orderBy(sql`lower(recipient)`)
    .orderBy('id', 'desc')
    .execute()
  if (newestMessages.some(({ state }) => state === 'failed')) return 'refused'
  const isLate = newestMessages.some(
    ({ state, created_at }) => state === 'waiting' && created_at < ago(LATE_AFTER_MS),
  )
  return isLate ? 'late' : 'underWay'
}
