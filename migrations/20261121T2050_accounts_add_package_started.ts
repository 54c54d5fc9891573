import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('accounts.team').addColumn('package_started_at', 'timestamptz').execute()
  await sql`update accounts.team set package_started_at = now() where package <> 'free'`.execute(db)
}
