import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema.createSchema('platform').ifNotExists().execute()
  await db.schema
    .createTable('platform.mail')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('links', 'jsonb', (c) => c.notNull())
    .addColumn('code', 'text')
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('waiting'))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('sent_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('platform.captcha')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('visitor_hash', 'text', (c) => c.notNull())
    .addColumn('answer_hash', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('platform.session')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('session_account').on('platform.session').column('account_id').execute()
  await db.schema
    .createTable('platform.demo')
    .addColumn('part', 'text', (c) => c.primaryKey())
    .addColumn('played_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await sql`create table platform.rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)`.execute(
    db,
  )
}
