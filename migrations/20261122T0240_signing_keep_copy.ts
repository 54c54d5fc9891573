import { type Kysely, sql } from 'kysely'

/** What is sent out is laid out for those who sign it; signings from before have no copy of their own. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table signing.signing add column copy jsonb`.execute(db)
  await sql`alter table signing.signatory add column title text not null default ''`.execute(db)
}
