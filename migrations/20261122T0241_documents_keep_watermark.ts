import { type Kysely, sql } from 'kysely'

/** Settled when a document is finalised; what was finalised before carries none. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.document add column watermarked boolean not null default false`.execute(db)
}
