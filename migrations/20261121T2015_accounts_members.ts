import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  for (const table of ['accounts.account', 'accounts.team'])
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  await createInvitations(db)
  await db.schema
    .createTable('accounts.support_request')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('closed_at', 'timestamptz')
    .execute()
  await sql`create unique index support_request_open on accounts.support_request (account_id)
    where closed_at is null`.execute(db)
  await createLogs(db)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createInvitations(db: Kysely<any>) {
  await db.schema
    .createTable('accounts.invitation')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('inviter_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('problem', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('accepted_at', 'timestamptz')
    .addColumn('accepted_by', 'uuid', (c) => c.references('accounts.account.id'))
    .addColumn('withdrawn_at', 'timestamptz')
    .execute()
  await sql`create unique index invitation_open on accounts.invitation (team_id, email)
    where accepted_at is null and withdrawn_at is null`.execute(db)
  await sql`create index invitation_team on accounts.invitation (team_id, id desc)`.execute(db)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createLogs(db: Kysely<any>) {
  await db.schema
    .createTable('accounts.account_action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('actor_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('accounts.desk_action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('deed', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('desk_action_reason', sql`reason <> ''`)
    .execute()
  await sql`create function accounts.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception '% is append-only', tg_table_name; end $$`.execute(db)
  for (const table of ['account_action', 'desk_action']) {
    await sql`create index ${sql.id(`${table}_account`)} on ${sql.table(`accounts.${table}`)}
      (account_id, id desc)`.execute(db)
    await sql`create trigger append_only before update or delete on ${sql.table(`accounts.${table}`)}
      for each row execute function accounts.refuse_change()`.execute(db)
  }
}
