import { recordSecurityEvent } from '#src/auth/security-event.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { SecurityEventKind } from '#src/db/platform-schema.ts'
import type { AccountAction } from './schema.ts'

/** The account actions that are also security events. */
const EVENTS: Partial<Record<AccountAction, SecurityEventKind>> = {
  password: 'password',
  email: 'contact',
  mobile: 'contact',
  'bind-social': 'factor',
  'unbind-social': 'factor',
  'add-factor': 'factor',
  'rename-factor': 'factor',
  'remove-factor': 'factor',
  'make-recovery-codes': 'factor',
  'use-recovery-code': 'factor',
  'remember-device': 'factor',
  'forget-device': 'factor',
  'forget-devices': 'factor',
  'require-factors': 'factor',
  'waive-factors': 'factor',
  'end-session': 'sessions-ended',
  'end-other-sessions': 'sessions-ended',
  join: 'permissions',
  grant: 'permissions',
  leave: 'permissions',
  'create-api-key': 'permissions',
  'revoke-api-key': 'permissions',
  'create-webhook': 'permissions',
  'change-webhook': 'permissions',
  'rotate-webhook': 'permissions',
  'remove-webhook': 'permissions',
  'create-sso': 'permissions',
  'change-sso': 'permissions',
  'remove-sso': 'permissions',
  'link-sso': 'factor',
  'unlink-sso': 'factor',
  export: 'export',
}

/** A query for the team in which an account works now. */
export const teamOf = (db: Db, accountId: string) =>
  db.selectFrom('accounts.account').select('team_id').where('id', '=', accountId).$asScalar()

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
  const kind = EVENTS[action]
  if (!kind) return
  const teamId = teamOf(trx, actor.id)
  await recordSecurityEvent(trx, { kind, accountId, teamId, actorId: actor.id, detail: action })
}
