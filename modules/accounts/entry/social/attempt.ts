import type { Selectable } from 'kysely'
import { fromNow, MINUTE, now } from '#src/core/clock.ts'
import { isId, newId } from '#src/core/ids.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { SocialPerson } from './port.ts'
import type { SocialAttemptTable } from './tables.ts'

const VALID_FOR = 10 * MINUTE

export type Attempt = Selectable<SocialAttemptTable>

interface NewAttempt {
  visitor: string
  provider: string
  accountId: string | null
  returnUrl: string
}

/** Records that this browser is sent to the provider; returns the state with which it must return. */
export async function beginAttempt(db: Db, { visitor, provider, accountId, returnUrl }: NewAttempt) {
  const state = newToken()
  await db
    .insertInto('accounts.social_attempt')
    .values({
      id: newId(),
      state_hash: hashOf(state),
      visitor_hash: hashOf(visitor),
      account_id: accountId,
      return_url: returnUrl,
      provider,
      expires_at: fromNow(VALID_FOR),
    })
    .execute()
  return state
}

/** The attempt of this state, for the browser that began it; it can be used once. */
export async function consumeAttempt(db: Db, visitor: string, state: string): Promise<Attempt | undefined> {
  return db
    .updateTable('accounts.social_attempt')
    .set({ returned_at: now() })
    .where('state_hash', '=', hashOf(state.slice(0, 100)))
    .where('visitor_hash', '=', hashOf(visitor))
    .where('returned_at', 'is', null)
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst()
}

export async function storePerson(db: Db, attemptId: string, { subject, nickname }: SocialPerson) {
  await db
    .updateTable('accounts.social_attempt')
    .set({ subject, nickname, expires_at: fromNow(3 * VALID_FOR) })
    .where('id', '=', attemptId)
    .execute()
}

export interface UnboundLogin {
  id: string
  provider: string
  person: SocialPerson
}

/** The identity with which this browser returned from the provider, if it is not bound to an account yet. */
export async function findUnboundLogin(db: Db, visitor: string, id: string): Promise<UnboundLogin | null> {
  if (!isId(id)) return null
  const row = await db
    .selectFrom('accounts.social_attempt')
    .select(['id', 'provider', 'subject', 'nickname'])
    .where('id', '=', id)
    .where('visitor_hash', '=', hashOf(visitor))
    .where('subject', 'is not', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!row) return null
  return { id, provider: row.provider, person: { subject: row.subject!, nickname: row.nickname! } }
}

export async function endAttempt(db: Db, id: string) {
  await db.deleteFrom('accounts.social_attempt').where('id', '=', id).execute()
}

export async function deleteOldAttempts(db: Db) {
  await db.deleteFrom('accounts.social_attempt').where('expires_at', '<', now()).execute()
}
