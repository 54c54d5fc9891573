import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'

/** Adds `count` accounts with mailboxes to a team, in one statement. */
export async function crowd(db: Db, teamId: string, count: number) {
  await sql`
    insert into accounts.account
      (id, team_id, home_team_id, username, email, name, identity, department, role, password_hash, locale,
        agreed_at, created_at)
    select gen_random_uuid(), ${teamId}, ${teamId}, 'person' || n, 'person' || n || '@crowd.example',
      'Person ' || n, 'individual', '', 'member', 'none', 'en_US', now(), now() - interval '1 hour'
    from generate_series(1, ${count}::int) as n`.execute(db)
}
