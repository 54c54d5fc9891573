import { type Kysely, sql } from 'kysely'

/** For what a team's running signings expire next. */
export async function up(db: Kysely<unknown>) {
  await sql`create index signing_expiring on signing.signing (team_id, expires_at)
    where state = 'started'`.execute(db)
}
