import { type Kysely, sql } from 'kysely'

/** A replaced link can say so, and reminders are counted. */
export async function up(db: Kysely<unknown>) {
  await sql`create table signing.builtin_replaced_link (
    token_hash text primary key,
    signatory_id uuid not null references signing.signatory (id),
    replaced_at timestamptz not null)`.execute(db)
  await sql`create index builtin_replaced_link_signatory on signing.builtin_replaced_link (signatory_id)`.execute(
    db,
  )
  await sql`alter table signing.signatory add column reminders timestamptz[] not null default '{}'`.execute(
    db,
  )
}
