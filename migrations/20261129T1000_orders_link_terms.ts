import { type Kysely, sql } from 'kysely'

/** The term that a term of an upgrade has replaced, and when each was made. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders.term
    add column replaces_id uuid,
    add column created_at timestamptz not null default now()`.execute(db)
}
