import type { Kysely } from 'kysely'

/** The free demo can be taken to its end: three e-signings beside its three documents. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.updateTable('orders.package').set({ esigns: 3 }).where('code', '=', 'free').execute()
}
