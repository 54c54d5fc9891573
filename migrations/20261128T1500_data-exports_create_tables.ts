import { type Kysely, sql } from 'kysely'

/** The data exports of accounts: everything about a person as one archive, for a day. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('data_exports').execute()
  await db.schema
    .createTable('data_exports.data_export')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('with_team', 'boolean', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('waiting', 'running', 'ready', 'failed', 'expired')`),
    )
    .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('key', 'text')
    .addColumn('size', 'bigint')
    .addColumn('left_out', 'jsonb', (c) => c.notNull().defaultTo('[]'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .addColumn('expires_at', 'timestamptz')
    .addCheckConstraint(
      'data_export_ready',
      sql`state <> 'ready' or (key is not null and size is not null and expires_at is not null)`,
    )
    .execute()
  await db.schema
    .createIndex('data_export_of_account')
    .on('data_exports.data_export')
    .columns(['account_id', 'id'])
    .execute()
  await db.schema
    .createIndex('data_export_in_progress')
    .unique()
    .on('data_exports.data_export')
    .column('account_id')
    .where(sql.ref('state'), 'in', ['waiting', 'running'])
    .execute()
}
