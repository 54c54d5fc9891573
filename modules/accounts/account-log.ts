import { now } from '#src/clock.ts'
import type { Db } from '#src/database.ts'
import { newId } from '#src/ids.ts'
import type { Viewer } from '#src/viewer.ts'

/** What can happen to an account, as it stands in the export of its data. */
export type AccountAction =
  | 'password'
  | 'email'
  | 'mobile'
  | 'profile'
  | 'company'
  | 'bind-social'
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
  actor: Pick<Viewer, 'id'>,
  action: AccountAction,
  accountId: string = actor.id,
) {
  await trx
    .insertInto('accounts.account_action')
    .values({ id: newId(), account_id: accountId, actor_id: actor.id, action, at: now() })
    .execute()
}
