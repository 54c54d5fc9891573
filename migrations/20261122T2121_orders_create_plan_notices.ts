import { type Kysely, sql } from 'kysely'

/** What a team has been told of the end of its plan, each step once. */
export async function up(db: Kysely<unknown>) {
  await sql`create table orders.plan_notice (
    team_id uuid not null references accounts.team (id),
    ends_at timestamptz not null,
    step text not null check (step in ('week', 'day', 'ended')),
    told_at timestamptz not null,
    primary key (team_id, ends_at, step))`.execute(db)
}
