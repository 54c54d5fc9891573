import { type Kysely, sql } from 'kysely'

/** Requests that come by letter, mail or telephone, also from people without an account. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('accounts.support_request')
    .alterColumn('account_id', (c) => c.dropNotNull())
    .addColumn('sender', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`alter table accounts.support_request add constraint support_request_person
    check (account_id is not null or sender <> '')`.execute(db)
}
