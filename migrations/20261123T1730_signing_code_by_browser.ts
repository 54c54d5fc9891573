import { type Kysely, sql } from 'kysely'

/**
 * Each browser that asks by a signatory's link has a code of its own: nobody else's asking ends it or spends
 * its tries.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table signing.builtin_code (
    signatory_id uuid not null references signing.signatory (id) on delete cascade,
    visitor_hash text not null,
    code_hash text,
    sent_at timestamptz not null,
    tries integer not null default 0,
    entered_at timestamptz,
    primary key (signatory_id, visitor_hash))`.execute(db)
  await sql`alter table signing.builtin_link
    drop column code_hash, drop column code_sent_at, drop column code_tries`.execute(db)
}
