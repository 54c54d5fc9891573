import { type Kysely, sql } from 'kysely'

/** A signing that cannot go on for a reason of ours: its people are told once, and staff can end it. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table signing.signing
    drop constraint signing_state,
    add constraint signing_state check (state in ('started', 'completed', 'declined', 'expired', 'stopped')),
    add column held_up_told_at timestamptz`.execute(db)
}
