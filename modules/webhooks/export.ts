import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam } from '#src/jobs/export-part.ts'

/**
 * For an administrator's data export: the team's webhook endpoints without their keys, and the deliveries.
 */
export async function exportWebhooks(db: Db, viewer: Viewer): Promise<ExportPart> {
  if (!exportsTeam(viewer)) return { records: {} }
  const webhooks = await db
    .selectFrom('webhooks.endpoint')
    .select(['url', 'description', 'types', 'state', 'public_key', 'created_at', 'disabled_at'])
    .where('team_id', '=', viewer.teamId)
    .orderBy('id')
    .execute()
  const webhookDeliveries = await db
    .selectFrom('webhooks.delivery as delivery')
    .innerJoin('webhooks.endpoint as endpoint', 'endpoint.id', 'endpoint_id')
    .select(['endpoint.url', 'delivery.type', 'document_number', 'delivery.state', 'attempts', 'tried_at'])
    .select(['status', 'answer', 'delivery.created_at'])
    .where('endpoint.team_id', '=', viewer.teamId)
    .orderBy('position')
    .execute()
  return { records: { webhooks, webhookDeliveries } }
}
