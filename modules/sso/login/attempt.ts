import type { Selectable } from 'kysely'
import { fromNow, MINUTE, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { AttemptTable } from '../schema.ts'
import { type ExpectedValues, newExpectedValues } from './provider.ts'

const ATTEMPT_LIFETIME = 10 * MINUTE

export type Attempt = Selectable<AttemptTable>

interface NewAttempt {
  teamId: string
  visitor: string
  /** The administrator who tests the connection; null for a login. */
  accountId: string | null
  returnUrl: string
}

/** Records that this browser goes to the provider; returns the values that the browser must bring back. */
export async function beginAttempt(
  db: Db,
  { teamId, visitor, accountId, returnUrl }: NewAttempt,
): Promise<ExpectedValues> {
  const expected = newExpectedValues(newToken())
  await db
    .insertInto('sso.attempt')
    .values({
      id: newId(),
      team_id: teamId,
      state_hash: hashOf(expected.state),
      visitor_hash: hashOf(visitor),
      account_id: accountId,
      nonce: expected.nonce,
      verifier: expected.verifier,
      return_url: returnUrl,
      expires_at: fromNow(ATTEMPT_LIFETIME),
    })
    .execute()
  return expected
}

interface ReturnedBrowser {
  teamId: string
  visitor: string
  state: string
}

/**
 * Marks the attempt with this state as returned, and returns it if the same browser and team began it.
 * Undefined when the browser returns a second time.
 */
export async function consumeAttempt(
  db: Db,
  { teamId, visitor, state }: ReturnedBrowser,
): Promise<Attempt | undefined> {
  return db
    .updateTable('sso.attempt')
    .set({ returned_at: now() })
    .where('state_hash', '=', hashOf(state.slice(0, 100)))
    .where('visitor_hash', '=', hashOf(visitor))
    .where('team_id', '=', teamId)
    .where('returned_at', 'is', null)
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst()
}

export async function deleteOldAttempts(db: Db) {
  await db.deleteFrom('sso.attempt').where('expires_at', '<', now()).execute()
}
