import type { Kysely } from 'kysely'

/** A service of another company has an id of its own for a sender who has authorised us. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('authorisations.authorisation').addColumn('reference', 'text').execute()
}
