import { type Kysely, sql } from 'kysely'

/** Feedback is worked on: it has a state, somebody who sees to it, and what was done about it. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table messaging.feedback
    add column state text not null default 'open' check (state in ('open', 'answered', 'closed')),
    add column owner_id uuid`.execute(db)
  await sql`create index feedback_state on messaging.feedback (state, id)`.execute(db)
  await sql`create table messaging.feedback_action (
    id uuid primary key,
    feedback_id uuid not null references messaging.feedback (id) on delete cascade,
    staff_id uuid not null,
    action text not null,
    words text not null,
    at timestamptz not null)`.execute(db)
  await sql`create index feedback_action_feedback on messaging.feedback_action (feedback_id)`.execute(db)
}
