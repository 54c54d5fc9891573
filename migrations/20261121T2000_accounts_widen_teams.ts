import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema
    .alterTable('accounts.team')
    .addColumn('credit_code', 'text')
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('phone', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('package', 'text', (c) => c.notNull().defaultTo('free'))
    .addColumn('package_ends_at', 'timestamptz')
    .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .alterTable('accounts.account')
    .addColumn('home_team_id', 'uuid', (c) => c.references('accounts.team.id'))
    .addColumn('position', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('mailing_address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('grants', sql`text[]`, (c) =>
      c.notNull().defaultTo(sql`'{document.create,document.finalise,document.sign}'`),
    )
    .execute()
  await sql`update accounts.account set home_team_id = team_id`.execute(db)
  await sql`alter table accounts.account alter column home_team_id set not null`.execute(db)
  await sql`alter table accounts.account drop constraint account_state`.execute(db)
  await sql`alter table accounts.account add constraint account_state
    check (state in ('active', 'disabled', 'frozen', 'exception'))`.execute(db)
  await db.schema
    .alterTable('platform.session')
    .addColumn('id', 'uuid', (c) => c.notNull().defaultTo(sql`gen_random_uuid()`).unique())
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('ended_at', 'timestamptz')
    .execute()
}
