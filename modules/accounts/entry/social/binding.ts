import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { logAccountAction } from '../../account-log.ts'
import { endAttempt, type Waiting } from './attempt.ts'
import type { SocialPerson } from './port.ts'

export interface Binding {
  provider: string
  nickname: string
  created_at: Date
}

/** The social account that opens this account, if one does. */
export async function findBinding(db: Db, accountId: string): Promise<Binding | undefined> {
  return db
    .selectFrom('accounts.social_binding')
    .select(['provider', 'nickname', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export async function accountBoundTo(db: Db, provider: string, subject: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts.social_binding')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/**
 * Binds a social account. Binding the same pair again changes nothing; throws SOCIAL_BOUND_ELSEWHERE when it
 * opens another account, SOCIAL_ALREADY_BOUND when this account has another one.
 */
export async function bindSocial(trx: Db, accountId: string, provider: string, person: SocialPerson) {
  const row = { provider, ...person, account_id: accountId, created_at: now() }
  const made = await trx
    .insertInto('accounts.social_binding')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows) return logAccountAction(trx, { id: accountId }, 'bind-social')
  const owner = await accountBoundTo(trx, provider, person.subject)
  if (owner === accountId) return
  throw new AppError(owner ? 'SOCIAL_BOUND_ELSEWHERE' : 'SOCIAL_ALREADY_BOUND')
}

/** Binds whoever came from the provider and has now shown which account is theirs. */
export async function bindWaiting(trx: Db, accountId: string, { id, provider, person }: Waiting) {
  await bindSocial(trx, accountId, provider, person)
  await endAttempt(trx, id)
}

export async function unbindSocial(db: Db, accountId: string) {
  await db.deleteFrom('accounts.social_binding').where('account_id', '=', accountId).execute()
}
