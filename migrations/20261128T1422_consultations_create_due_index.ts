import { type Kysely, sql } from 'kysely'

export const transaction = false

/** For the queue of requests that wait for us, and for counting those that are overdue. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists consultations.consultation_due`.execute(db)
  await sql`
    create index concurrently consultation_due
    on consultations.consultation (due_at)
    where due_at is not null`.execute(db)
}
