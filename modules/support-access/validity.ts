import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { AccessState } from './schema.ts'

/**
 * False if an event at either account ended the access. Since the answer: the customer's password was
 * changed, the customer's sessions were ended from elsewhere, or staff acted on the account. Since the
 * request: the roles or the state of the member of staff changed. A customer's own logout on one device ends
 * nothing.
 */
const isUnaffected = () => sql<boolean>`not exists (select 1 from platform.security_event event
  where (event.account_id = access.account_id and event.created_at >= access.decided_at
      and (event.kind in ('password', 'state')
        or (event.kind = 'sessions-ended' and event.detail <> 'log-out')))
    or (event.account_id = access.staff_id and event.created_at >= access.asked_at
      and event.kind in ('state', 'staff-roles')))`

/** Whether an open request or access, with the alias `access` in the query, is still valid. */
export const isValid = () => sql<boolean>`(access.ends_at > ${now()} and ${isUnaffected()})`

/** The state now, even if the job that closes invalid accesses has not run yet. */
export function stateNow(row: { state: AccessState; ends_at: Date; isValid: boolean }): AccessState {
  if (row.isValid || (row.state !== 'asked' && row.state !== 'allowed')) return row.state
  return row.ends_at <= now() ? 'expired' : 'ended'
}
