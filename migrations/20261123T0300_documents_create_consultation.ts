import { type Kysely, sql } from 'kysely'

/** Tailor-made documents that somebody asked for: the request, its files, and what was done about it. */
export async function up(db: Kysely<unknown>) {
  await sql`create table documents.consultation (
    id uuid primary key,
    team_id uuid not null,
    account_id uuid not null,
    locale text not null,
    kind text not null,
    subject text not null,
    own_place text not null,
    other_place text not null,
    language text not null,
    bilingual boolean not null,
    wanted_by text check (wanted_by ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    situation text not null,
    name text not null,
    email text not null,
    phone text not null,
    state text not null default 'requested' check (state in
      ('requested', 'examined', 'offered', 'accepted', 'declined', 'delivered', 'closed', 'withdrawn')),
    owner_id uuid,
    offers integer not null default 0,
    price text not null default '',
    days integer check (days > 0),
    terms text not null default '',
    agreed_at timestamptz,
    created_at timestamptz not null,
    constraint consultation_offer check
      (state not in ('offered', 'accepted', 'declined', 'delivered') or (offers > 0 and days is not null)),
    constraint consultation_agreed check (state not in ('accepted', 'delivered') or agreed_at is not null))`.execute(
    db,
  )
  await sql`create index consultation_team on documents.consultation (team_id, id desc)`.execute(db)
  await sql`create index consultation_account on documents.consultation (account_id, id desc)`.execute(db)
  await sql`create index consultation_state on documents.consultation (state, id)`.execute(db)
  await sql`create table documents.consultation_file (
    consultation_id uuid not null references documents.consultation (id) on delete cascade,
    number integer not null,
    side text not null check (side in ('customer', 'staff')),
    type text not null,
    name text not null,
    size integer not null,
    document_id uuid references documents.document (id) on delete set null,
    primary key (consultation_id, number))`.execute(db)
  await sql`create index consultation_file_document on documents.consultation_file (document_id)`.execute(db)
  await sql`create table documents.consultation_action (
    id uuid primary key,
    consultation_id uuid not null references documents.consultation (id) on delete cascade,
    side text not null check (side in ('customer', 'staff')),
    account_id uuid not null,
    action text not null,
    words text not null,
    price text not null default '',
    days integer,
    at timestamptz not null)`.execute(db)
  await sql`create index consultation_action_of on documents.consultation_action (consultation_id, id)`.execute(
    db,
  )
}
