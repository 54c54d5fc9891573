import { sql } from 'kysely'
import { fromNow, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { SIGNED_FOR } from './signature.ts'

/** Whether a timestamp (milliseconds since 1970, as text) is so recent that its nonce is still stored. */
export function isRecent(timestamp: string | undefined): boolean {
  return (
    /^\d{13}$/.test(timestamp ?? '') && Math.abs(Number(timestamp) - now().getTime()) <= SIGNED_FOR * 1000
  )
}

/**
 * Consumes a nonce: returns true the first time, and false for each repetition until the nonce expires. Also
 * deletes a few expired nonces, which limits the rows that visitors can create.
 */
export async function consumeNonce(
  db: Db,
  nonce: string,
  expiresAt = fromNow(2 * SIGNED_FOR * 1000),
): Promise<boolean> {
  const { numAffectedRows } = await sql`with expired as (
      delete from platform.nonce where nonce in (
        select nonce from platform.nonce where expires_at < ${now()} limit 5 for update skip locked))
    insert into platform.nonce (nonce, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function deleteExpiredNonces(db: Db) {
  await db.deleteFrom('platform.nonce').where('expires_at', '<', now()).execute()
}
