import type { Kysely } from 'kysely'

/** By when our staff have to compare a licence. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('authorisations.authorisation').addColumn('due_at', 'timestamptz').execute()
}
