import type { Kysely } from 'kysely'

/** By when a draft should be scheduled. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('announcements.announcement').addColumn('due_at', 'timestamptz').execute()
}
