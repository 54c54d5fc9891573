import { requirePermission } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { InvoiceRequest } from '../invoice-form.ts'
import type { InvoiceDetails } from '../invoice-schema.ts'
import { columnsOf } from './details.ts'

/** The title that a team has stored for its invoices. Makes one query. */
export const findStoredTitle = (
  db: Db,
  { teamId }: Pick<Viewer, 'teamId'>,
): Promise<InvoiceDetails | undefined> =>
  db.selectFrom('orders.invoice_title').selectAll().where('team_id', '=', teamId).executeTakeFirst()

/** A recipient, and whether to store it for the team's next invoices. */
export interface InvoiceTitleChoice {
  details: InvoiceRequest
  storesTitle: boolean
}

/** Stores a title for the next invoices of the viewer's team, replacing an earlier one. */
export async function storeTitle(trx: Db, viewer: Viewer, details: InvoiceRequest) {
  requirePermission(viewer, 'order.create')
  const row = { ...columnsOf(details), set_at: now() }
  await trx
    .insertInto('orders.invoice_title')
    .values({ team_id: viewer.teamId, ...row })
    .onConflict((oc) => oc.column('team_id').doUpdateSet(row))
    .execute()
}

export async function deleteTitle(trx: Db, viewer: Viewer) {
  requirePermission(viewer, 'order.create')
  await trx.deleteFrom('orders.invoice_title').where('team_id', '=', viewer.teamId).execute()
}
