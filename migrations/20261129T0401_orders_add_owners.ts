import type { Kysely } from 'kysely'

/** The member of staff who handles an invoice request, or an unsettled payment. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('orders.invoice').addColumn('owner_id', 'uuid').execute()
  await db.schema.alterTable('orders.payment').addColumn('owner_id', 'uuid').execute()
}
