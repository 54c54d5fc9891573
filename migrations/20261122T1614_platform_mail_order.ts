import { type Kysely, sql } from 'kysely'

/** Mails to one mailbox go out in order, but for codes; what its server refused for good says so. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table platform.mail add column overtakes boolean not null default false,
    add column refusal text`.execute(db)
  await sql`create index mail_mailbox on platform.mail (lower(recipient), id)`.execute(db)
}
