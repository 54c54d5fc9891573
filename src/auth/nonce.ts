import type { Db } from '#src/app/database.ts'
import { fromNow, now } from '#src/core/clock.ts'
import { SIGNED_FOR } from './signature.ts'

/** Whether a timestamp (milliseconds since 1970, as text) is near enough to now for its nonce to be remembered. */
export function isRecent(timestamp: string | undefined): boolean {
  return (
    /^\d{13}$/.test(timestamp ?? '') && Math.abs(Number(timestamp) - now().getTime()) <= SIGNED_FOR * 1000
  )
}

/** Uses a nonce up: true the first time, false for every repetition. */
export async function takeNonce(db: Db, nonce: string): Promise<boolean> {
  const expires_at = fromNow(2 * SIGNED_FOR * 1000)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('platform.nonce')
    .values({ nonce, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function forgetOldNonces(db: Db) {
  await db.deleteFrom('platform.nonce').where('expires_at', '<', now()).execute()
}
