import { type Kysely, sql } from 'kysely'

/** By which the teams are found whose plan ends. */
export async function up(db: Kysely<unknown>) {
  await sql`create index team_plan_end on accounts.team (package_ends_at) where package_ends_at is not null`.execute(
    db,
  )
}
