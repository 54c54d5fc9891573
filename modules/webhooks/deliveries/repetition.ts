import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findEndpoint, requireEnabled, requirePlan, throwEndpointGone } from '../endpoints/endpoint.ts'
import { lockDocumentOf, sendDelivery } from '../sending/send.ts'
import { type Delivery, findDelivery } from './delivery.ts'
import { isFailed } from './failed.ts'

/**
 * Sends a delivery again immediately. A completed delivery becomes the latest event of its document; a
 * waiting one is sent now. Does nothing while it is being sent. Throws as `requirePlan` does, and
 * INVALID_FIELD if the endpoint is disabled.
 */
export async function sendAgain(db: Db, viewer: Viewer, id: string): Promise<Delivery> {
  const delivery = await findDelivery(db, viewer, id)
  requirePlan(delivery)
  requireEnabled(delivery.endpoint_state)
  await db.transaction().execute(async (trx) => {
    await lockDocumentOf(trx, id)
    const update = await trx
      .updateTable('webhooks.delivery')
      .set({ state: 'waiting', attempts: 0, next_at: now(), position: sql`default` })
      .where('id', '=', id)
      .where('state', '!=', 'waiting')
      .executeTakeFirst()
    if (!update.numUpdatedRows)
      await trx
        .updateTable('webhooks.delivery')
        .set({ next_at: now() })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute()
    await sendDelivery.enqueue(trx, { id }, { group: { id: delivery.endpoint_id } })
  })
  return delivery
}

/**
 * Sends all failed deliveries of an endpoint again; deliveries of the same document keep their order. Throws
 * as `sendAgain` does, and NOT_FOUND for an unknown endpoint and for another team's.
 */
export async function sendFailedAgain(db: Db, viewer: Viewer, endpointId: string) {
  requirePlan(await findEndpoint(db, viewer, endpointId))
  await db.transaction().execute(async (trx) => {
    // Locks the endpoint before the deliveries, in the same order as its removal.
    const endpoint = await trx
      .selectFrom('webhooks.endpoint')
      .select('state')
      .where('id', '=', endpointId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    requireEnabled((endpoint ?? throwEndpointGone()).state)
    const repeatedDeliveries = await trx
      .updateTable('webhooks.delivery')
      .set({ state: 'waiting', attempts: 0, next_at: now() })
      .where('endpoint_id', '=', endpointId)
      .where(isFailed())
      .returning(['id', 'document_id', 'position'])
      .execute()
    for (const { id } of firstOfDocuments(repeatedDeliveries))
      await sendDelivery.enqueue(trx, { id }, { group: { id: endpointId } })
  })
}

interface RepeatedDelivery {
  id: string
  document_id: string | null
  position: string
}

/** Only the first delivery of each document is enqueued: its end enqueues the next. */
function firstOfDocuments(repeated: RepeatedDelivery[]): RepeatedDelivery[] {
  const inOrder = repeated.toSorted((one, other) => Number(BigInt(one.position) - BigInt(other.position)))
  const firstDeliveries = new Map<string | null, RepeatedDelivery>()
  for (const one of inOrder)
    if (!firstDeliveries.has(one.document_id)) firstDeliveries.set(one.document_id, one)
  return [...firstDeliveries.values()]
}
