import type { Kysely } from 'kysely'

/** The trace in which a signing was started, to which later requests and jobs of the signing link. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('signing.signing').addColumn('traceparent', 'text').execute()
}
