import { type Kysely, sql } from 'kysely'

/** Each browser at a reviewer's link has its own code, tries and guesses: nobody else's spend them. */
export async function up(db: Kysely<unknown>) {
  await sql`create table review.link_browser (
    reviewer_id uuid not null references review.reviewer (id) on delete cascade,
    visitor_hash text not null,
    guesses integer not null default 0,
    code_hash text,
    code_sent_at timestamptz,
    code_tries integer not null default 0,
    entered_at timestamptz,
    came_at timestamptz not null default now(),
    primary key (reviewer_id, visitor_hash))`.execute(db)
  await sql`alter table review.link
    drop column tries, drop column code_hash, drop column code_sent_at, drop column code_tries`.execute(db)
}
