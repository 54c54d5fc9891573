import type { Kysely } from 'kysely'

/** These packages include access by programs. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db
    .updateTable('orders.package')
    .set({ automated_user: true })
    .where('code', 'in', ['professional', 'enterprise', 'customised'])
    .execute()
}
