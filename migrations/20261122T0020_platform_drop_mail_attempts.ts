import type { Kysely } from 'kysely'

/** The queue counts how often a mail was tried. */
export async function up(db: Kysely<unknown>) {
  await db.schema.withSchema('platform').alterTable('mail').dropColumn('attempts').execute()
}
