import { createEndpoint } from '#modules/webhooks/endpoints/endpoint.ts'
import { EVENT_TYPES, type EventType } from '#modules/webhooks/event-types.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

export const setPlan = (db: Db, { teamId }: Viewer, plan: 'enterprise' | 'basic') =>
  db
    .updateTable('accounts.team')
    .set({ package: plan, package_ends_at: fromNow(300 * DAY) })
    .where('id', '=', teamId)
    .execute()

/** An endpoint for all events, at an address of its own. */
export function endpointAt(db: Db, viewer: Viewer, url: string, types: EventType[] = [...EVENT_TYPES]) {
  return createEndpoint(db, viewer, { url: `${url}?${newId()}`, description: '', types })
}

export const deliveriesOf = (db: Db, endpointId: string) =>
  db
    .selectFrom('webhooks.delivery')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('position')
    .execute()
