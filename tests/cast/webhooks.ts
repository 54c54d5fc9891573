import { createEndpoint } from '#modules/webhooks/endpoints/endpoint.ts'
import { EVENT_TYPES, type EventType } from '#modules/webhooks/event-types.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

export const setPlan = (db: Db, { teamId }: Viewer, plan: 'enterprise' | 'basic') =>
  db
    .updateTable('accounts.team')
    .set({ package: plan, package_ends_at: fromNow(300 * DAY) })
    .where('id', '=', teamId)
    .execute()

/** Creates an endpoint for all events with the address `url`. */
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

/**
 * Creates an endpoint of the viewer's team and one delivery to it. The team has the required plan only while
 * they are created.
 */
export async function webhook(db: Db, viewer: Viewer) {
  const team = db.updateTable('accounts.team').where('id', '=', viewer.teamId)
  const planBefore = await db
    .selectFrom('accounts.team')
    .select(['package', 'package_ends_at'])
    .where('id', '=', viewer.teamId)
    .executeTakeFirstOrThrow()
  await setPlan(db, viewer, 'enterprise')
  const { id: webhookId } = await endpointAt(db, viewer, 'https://lotus.example/hook', ['signing.expired'])
  await team.set(planBefore).execute()
  const webhookDeliveryId = newId()
  await db
    .insertInto('webhooks.delivery')
    .values({
      id: webhookDeliveryId,
      endpoint_id: webhookId,
      type: 'signing.expired',
      document_id: newId(),
      document_number: 'QS-2026-0001',
      body: '{"type":"signing.expired","data":{}}',
      state: 'failed',
      attempts: 10,
      tried_at: now(),
      status: 500,
      milliseconds: 120,
      answer: 'not yet',
      created_at: now(),
    })
    .execute()
  return { webhookId, webhookDeliveryId }
}
