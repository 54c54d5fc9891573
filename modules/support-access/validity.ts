import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { AccessState } from './schema.ts'

/**
 * Whether nothing has happened to either account that ends an access: since the answer, the customer's
 * password was changed, sessions were ended from elsewhere or staff acted on the account; since the request,
 * the roles or the state of the member of staff changed. A customer's own logout on one device is no reason.
 */
const isUnaffected = () => sql<boolean>`not exists (select 1 from platform.security_event event
  where (event.account_id = access.account_id and event.created_at >= access.decided_at
      and (event.kind in ('password', 'state')
        or (event.kind = 'sessions-ended' and event.detail <> 'log-out')))
    or (event.account_id = access.staff_id and event.created_at >= access.asked_at
      and event.kind in ('state', 'staff-roles')))`

/** Whether an open request or access of the query's alias `access` is still valid. */
export const isValid = () => sql<boolean>`(access.ends_at > ${now()} and ${isUnaffected()})`

/** The state now: the job that closes what is no longer valid comes later. */
export function stateNow(row: { state: AccessState; ends_at: Date; isValid: boolean }): AccessState {
  if (row.isValid || (row.state !== 'asked' && row.state !== 'allowed')) return row.state
  return row.ends_at <= now() ? 'expired' : 'ended'
}
