import type { Kysely } from 'kysely'

/** The name of an uploaded statement, and when the first of its credits was recorded. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('orders.statement')
    .addColumn('file_name', 'text')
    .addColumn('recorded_at', 'timestamptz')
    .execute()
}
