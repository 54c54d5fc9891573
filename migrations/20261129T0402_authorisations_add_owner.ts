import type { Kysely } from 'kysely'

/** The member of staff who checks it. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('authorisations.authorisation').addColumn('owner_id', 'uuid').execute()
}
