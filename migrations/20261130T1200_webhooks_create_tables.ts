import { type Kysely, sql } from 'kysely'

/** Endpoints of teams for events, and what was sent to them. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('webhooks').execute()
  await db.schema
    .createTable('webhooks.endpoint')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('types', sql`text[]`, (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('enabled', 'disabled')`))
    .addColumn('disabled_because', 'text', (c) =>
      c.check(sql`disabled_because in ('person', 'gone', 'failing')`),
    )
    .addColumn('sealed_keys', 'bytea', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('former_keys', 'bytea')
    .addColumn('former_until', 'timestamptz')
    .addColumn('failing_since', 'timestamptz')
    .addColumn('created_by', 'uuid', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('disabled_at', 'timestamptz')
    .addUniqueConstraint('endpoint_url', ['team_id', 'url'])
    .execute()
  await db.schema
    .createTable('webhooks.delivery')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('endpoint_id', 'uuid', (c) =>
      c.notNull().references('webhooks.endpoint.id').onDelete('cascade'),
    )
    .addColumn('position', 'bigint', (c) => c.notNull().generatedAlwaysAsIdentity())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('document_id', 'uuid')
    .addColumn('document_number', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('waiting', 'delivered', 'failed')`))
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'timestamptz')
    .addColumn('claim', 'uuid')
    .addColumn('claimed_until', 'timestamptz')
    .addColumn('tried_at', 'timestamptz')
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('milliseconds', 'integer')
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('delivery_of_endpoint')
    .on('webhooks.delivery')
    .columns(['endpoint_id', 'position'])
    .execute()
  await db.schema
    .createIndex('delivery_waiting')
    .on('webhooks.delivery')
    .columns(['endpoint_id', 'document_id', 'position'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()
  await db.schema.createIndex('delivery_by_age').on('webhooks.delivery').column('created_at').execute()
}
