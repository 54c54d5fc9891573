import { type Kysely, sql } from 'kysely'

/** Who reviews a document, its rounds with what was asked in them, and what was said. */
export async function up(db: Kysely<unknown>) {
  await sql`create schema review`.execute(db)
  await sql`create table review.reviewer (
    id uuid primary key,
    document_id uuid not null,
    team_id uuid not null,
    kind text not null check (kind in ('internal', 'external')),
    account_id uuid,
    name text not null,
    email text not null,
    mobile text not null,
    department text not null,
    locale text not null,
    reviews boolean not null,
    signs boolean not null,
    keeps boolean not null,
    email_changed_at timestamptz,
    removed_at timestamptz,
    created_at timestamptz not null)`.execute(db)
  await sql`create unique index reviewer_email on review.reviewer (document_id, lower(email)) where removed_at is null`.execute(
    db,
  )
  await sql`create unique index reviewer_mobile on review.reviewer (document_id, mobile)
    where removed_at is null and mobile <> ''`.execute(db)
  await sql`create table review.round (
    id uuid primary key,
    document_id uuid not null,
    team_id uuid not null,
    number integer not null,
    starter_id uuid not null,
    starter_name text not null,
    starter_team text not null,
    document_name text not null,
    document_number text not null,
    answers jsonb not null,
    note text not null,
    state text not null check (state in ('running', 'accepted', 'returned', 'withdrawn', 'lapsed')),
    started_at timestamptz not null,
    due_at timestamptz not null,
    ended_at timestamptz,
    unique (document_id, number))`.execute(db)
  await sql`create unique index round_running on review.round (document_id) where state = 'running'`.execute(
    db,
  )
  await sql`create index round_due on review.round (due_at) where state = 'running'`.execute(db)
  await sql`create table review.turn (
    id uuid primary key,
    round_id uuid not null references review.round (id) on delete cascade,
    reviewer_id uuid not null references review.reviewer (id) on delete cascade,
    state text not null check (state in ('asked', 'accepted', 'returned', 'lapsed')),
    reasons text not null default '',
    opened_at timestamptz,
    answered_at timestamptz,
    reminders timestamptz[] not null default '{}',
    unique (round_id, reviewer_id))`.execute(db)
  await sql`create index turn_reviewer on review.turn (reviewer_id)`.execute(db)
  await sql`create table review.comment (
    id uuid primary key,
    document_id uuid not null,
    round_id uuid not null references review.round (id) on delete cascade,
    parent_id uuid references review.comment (id) on delete cascade,
    place text not null,
    side text check (side in ('zh', 'en')),
    quote text not null,
    words text not null,
    internal boolean not null,
    wording jsonb,
    state text not null check (state in ('open', 'taken', 'declined', 'settled')),
    account_id uuid,
    reviewer_id uuid references review.reviewer (id) on delete cascade,
    author text not null,
    key text not null,
    decided_by text,
    decided_at timestamptz,
    created_at timestamptz not null,
    unique (document_id, key))`.execute(db)
  await sql`create index comment_parent on review.comment (parent_id)`.execute(db)
  await sql`create table review.link (
    reviewer_id uuid primary key references review.reviewer (id) on delete cascade,
    token_hash text not null unique,
    access_hash text not null,
    tries integer not null default 0,
    code_hash text,
    code_sent_at timestamptz,
    code_tries integer not null default 0,
    entrance_hash text,
    entrance_expires_at timestamptz)`.execute(db)
  await sql`create table review.replaced_link (
    token_hash text primary key,
    reviewer_id uuid not null references review.reviewer (id) on delete cascade,
    replaced_at timestamptz not null)`.execute(db)
}
