import { type Kysely, sql } from 'kysely'

/** How often somebody has been told that a task is due. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table messaging.task add column reminders smallint not null default 0`.execute(db)
  await sql`create index task_due on messaging.task (due_at) where state = 'todo'`.execute(db)
}
