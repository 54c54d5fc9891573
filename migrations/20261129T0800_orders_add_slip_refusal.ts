import type { Kysely } from 'kysely'

/** Why staff refused a proof of transfer; a new upload takes its place. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('orders.slip')
    .addColumn('refused_at', 'timestamptz')
    .addColumn('refusal', 'text')
    .execute()
}
