import { type Kysely, sql } from 'kysely'

/** Drafts that wait already. */
export async function up(db: Kysely<unknown>) {
  await sql`update announcements.announcement
    set due_at = least(coalesce(starts_at, created_at + interval '1 day'), ends_at, event_from -
      case when kind = 'end-of-service' then interval '30 days' else interval '0' end)
    where state = 'draft'`.execute(db)
}
