import { type Kysely, sql } from 'kysely'

/**
 * The letter of new templates: who wants it, by which link it is left, and which templates it has told of.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table accounts.notice_choice add column template_letter boolean not null default false,
    add column leave_token text unique`.execute(db)
  await sql`create table documents.library_entry (
    code text primary key,
    first_seen_at timestamptz not null,
    told_at timestamptz)`.execute(db)
  await sql`alter table platform.mail add column leave_link text`.execute(db)
}
