import { type Kysely, sql } from 'kysely'

/** The refunds of a merchant bill, compared with ours. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('orders.statement')
    .addColumn('refunds', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .execute()
}
