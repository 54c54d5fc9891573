import { type Kysely, sql } from 'kysely'

/** Mails that were given up earlier lose their words where these hold links or codes. */
export async function up(db: Kysely<unknown>) {
  await sql`update platform.mail
    set text = '', html = '', links = '[]', code = null, notice = null, leave_link = null
    where state = 'failed' and text <> '' and (overtakes or leave_link is not null or links <> '[]')`.execute(
    db,
  )
}
