import { type Kysely, sql } from 'kysely'

/** Staff who ask to see the pages of an account, the customer's answer, and the pages that were opened. */
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
    .addColumn('session_hash', 'text')
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
    .createIndex('access_session')
    .on('support_access.access')
    .column('session_hash')
    .where(sql.ref('session_hash'), 'is not', null)
    .execute()
  await db.schema
    .createTable('support_access.opened_page')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('access_id', 'uuid', (c) =>
      c.notNull().references('support_access.access.id').onDelete('cascade'),
    )
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('opened_page_access')
    .on('support_access.opened_page')
    .columns(['access_id', 'id'])
    .execute()
}
