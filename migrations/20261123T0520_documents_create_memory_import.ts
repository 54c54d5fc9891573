import { type Kysely, sql } from 'kysely'

/**
 * A TMX file that was read into a team's translation memory, and which pairs came by it: they can be taken
 * out again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table documents.memory_import (
    id uuid primary key,
    team_id uuid not null,
    account_id uuid not null,
    file_name text not null,
    added integer not null,
    same integer not null,
    differing integer not null,
    replaced boolean not null,
    refused integer not null,
    faults jsonb not null,
    created_at timestamptz not null,
    undone_at timestamptz
  )`.execute(db)
  await sql`create index memory_import_team on documents.memory_import (team_id, created_at desc)`.execute(db)
  await sql`alter table documents.translation_pair
    add column import_id uuid references documents.memory_import (id) on delete set null`.execute(db)
  await sql`create index translation_pair_import on documents.translation_pair (import_id)
    where import_id is not null`.execute(db)
}
