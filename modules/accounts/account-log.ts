import { now } from '#src/clock.ts'
import type { Db } from '#src/database.ts'
import { newId } from '#src/ids.ts'
import type { Viewer } from '#src/viewer.ts'

/** What can happen to an account; the words stand under `acctInfo.action` in the locales. */
export type AccountAction =
  | 'password'
  | 'email'
  | 'mobile'
  | 'profile'
  | 'company'
  | 'unbind-social'
  | 'end-session'
  | 'end-other-sessions'
  | 'ask-deletion'
  | 'export'
  | 'invite'
  | 'join'
  | 'grant'
  | 'leave'

/** Appends to the account's log, in the transaction of the deed itself. */
export async function logAccountAction(
  trx: Db,
  actor: Viewer,
  action: AccountAction,
  accountId: string = actor.id,
) {
  await trx
    .insertInto('accounts.account_action')
    .values({ id: newId(), account_id: accountId, actor_id: actor.id, action, at: now() })
    .execute()
}
