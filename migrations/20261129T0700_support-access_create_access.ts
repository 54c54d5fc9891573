import { type Kysely, sql } from 'kysely'

/** Staff who ask to see the pages of an account, the customer's answer, and the sessions that see them. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('support_access').execute()
  await db.schema
    .createTable('support_access.access')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ends_at', 'timestamptz', (c) => c.notNull())
    .addColumn('decided_at', 'timestamptz')
    .addColumn('ended_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('access_open')
    .unique()
    .on('support_access.access')
    .column('account_id')
    .where(sql.ref('state'), 'in', sql`('asked', 'allowed')`)
    .execute()
  await db.schema
    .createIndex('access_account')
    .on('support_access.access')
    .columns(['account_id', 'id desc'])
    .execute()
  await db.schema
    .createTable('support_access.mode')
    .addColumn('session_hash', 'text', (c) => c.primaryKey())
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('access_id', 'uuid', (c) => c.references('support_access.access.id').onDelete('set null'))
    .addColumn('entered_at', 'timestamptz', (c) => c.notNull())
    .addColumn('left_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('mode_access').on('support_access.mode').column('access_id').execute()
}
