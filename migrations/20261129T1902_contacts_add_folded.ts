import { type Kysely, sql } from 'kysely'

/** Whether the words of a contact are folded for the search; a job folds those that are there. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table contacts.contact add column folded boolean not null default false`.execute(db)
}
