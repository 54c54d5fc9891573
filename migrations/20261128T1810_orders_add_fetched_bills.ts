import type { Kysely } from 'kysely'

/** A merchant bill may be fetched by a job: nobody uploaded it, and it is the whole bill of one day. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('orders.statement')
    .alterColumn('staff_id', (c) => c.dropNotNull())
    .addColumn('bill_day', 'date')
    .execute()
}
