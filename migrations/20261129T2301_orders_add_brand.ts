import type { Kysely } from 'kysely'

/** Whether a package includes the team's own logo and colour. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema
    .alterTable('orders.package')
    .addColumn('brand', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db
    .updateTable('orders.package')
    .set({ brand: true })
    .where('code', 'in', ['professional', 'enterprise', 'customised'])
    .execute()
}
