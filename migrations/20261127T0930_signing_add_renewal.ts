import type { Kysely } from 'kysely'

/** When the proof of a signed file has to be renewed by another time-stamp; null: not known yet. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('signing.signing').addColumn('renew_at', 'timestamptz').execute()
}
