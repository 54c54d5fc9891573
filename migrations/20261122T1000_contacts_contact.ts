import { type Kysely, sql } from 'kysely'

/** A team's address book, in an order of its own, found by name, organisation, email, mobile and group. */
export async function up(db: Kysely<unknown>) {
  await sql`create schema contacts`.execute(db)
  await sql`create table contacts.contact (
    id uuid primary key,
    team_id uuid not null,
    type text not null check (type in ('internal', 'external')),
    name text not null,
    organisation text not null,
    mobile text not null,
    email text not null,
    group_name text not null,
    position text collate "C" not null,
    grams text[] not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz)`.execute(db)
  await sql`create unique index contact_position on contacts.contact (team_id, type, position)`.execute(db)
  await sql`create unique index contact_email on contacts.contact (team_id, email)
    where email <> '' and deleted_at is null`.execute(db)
  await sql`create index contact_group on contacts.contact (team_id, type, group_name, position)
    where deleted_at is null`.execute(db)
  await sql`create index contact_grams on contacts.contact using gin (grams)`.execute(db)
  await sql`create index contact_deleted on contacts.contact (deleted_at)
    where deleted_at is not null`.execute(db)
}
