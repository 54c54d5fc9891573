import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { AccountAction } from './schema.ts'

/** Appends to the account's log, in the transaction of the logged action. */
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
