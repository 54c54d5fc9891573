import { sql } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import { planIncludes } from '#modules/orders/index.ts'
import { ago } from '#src/core/clock.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { throwEndpointGone } from '../endpoints/endpoint.ts'
import { LOG_RETENTION } from './failed.ts'

const PAGE_SIZE = 25

interface Filter {
  /** Show only deliveries that failed or will be retried. */
  failed: boolean
  /** Position of the last delivery on the previous page. */
  after: string
}

export const readDeliveryFilter = ({ state, after = '' }: Record<string, string | undefined>): Filter => ({
  failed: state === 'failed',
  after: /^\d{1,18}$/.test(after) ? after : '',
})

/**
 * One page of the deliveries to an endpoint, latest event first. The caller has checked that the viewer may
 * see it.
 */
export async function listDeliveries(db: Db, endpointId: string, { failed, after }: Filter) {
  const rows = await db
    .selectFrom('webhooks.delivery')
    .select(['id', 'position', 'type', 'document_number', 'state', 'attempts', 'next_at', 'claimed_until'])
    .select(['tried_at', 'status', 'problem', 'milliseconds', 'created_at'])
    .where('endpoint_id', '=', endpointId)
    .$if(failed, (query) =>
      query.where((eb) =>
        eb.or([eb('state', '=', 'failed'), eb.and([eb('state', '=', 'waiting'), eb('attempts', '>', 0)])]),
      ),
    )
    .$if(after !== '', (query) => query.where('position', '<', after))
    .orderBy('position', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  return {
    rows: rows.slice(0, PAGE_SIZE),
    next: rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]!.position : null,
  }
}

export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>['rows'][number]

/** Throws NOT_FOUND for an unknown delivery and for another team's. */
export async function findDelivery(db: Db, viewer: Viewer, id: string) {
  requirePermission(viewer, 'team.edit')
  const delivery = isId(id)
    ? await db
        .selectFrom('webhooks.delivery as delivery')
        .innerJoin('webhooks.endpoint as endpoint', 'endpoint.id', 'endpoint_id')
        .selectAll('delivery')
        .select(['endpoint.url', 'endpoint.state as endpoint_state'])
        .select(planIncludes(db, sql.ref<string>('endpoint.team_id'), 'automated_user').as('included'))
        .where('delivery.id', '=', id)
        .where('endpoint.team_id', '=', viewer.teamId)
        .executeTakeFirst()
    : undefined
  return delivery ?? throwEndpointGone()
}

export type Delivery = Awaited<ReturnType<typeof findDelivery>>

/** Deletes completed deliveries that are older than the log shows. */
export async function deleteOldDeliveries(db: Db) {
  await db
    .deleteFrom('webhooks.delivery')
    .where('created_at', '<', ago(LOG_RETENTION))
    .where('state', '!=', 'waiting')
    .execute()
}
