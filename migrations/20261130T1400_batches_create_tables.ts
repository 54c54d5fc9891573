import type { Kysely } from 'kysely'

/** Drafts that are made from one template and a table, row by row. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('batches').execute()
  await db.schema
    .createTable('batches.batch')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id').onDelete('cascade'))
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id').onDelete('cascade'))
    .addColumn('template', 'jsonb', (c) => c.notNull())
    .addColumn('answers', 'jsonb', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('ignored', 'jsonb', (c) => c.notNull().defaultTo('[]'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('batch_of_account').on('batches.batch').column('account_id').execute()
  await db.schema.createIndex('batch_of_team').on('batches.batch').column('team_id').execute()
  await db.schema.createIndex('batch_updated_at').on('batches.batch').column('updated_at').execute()
  await db.schema
    .createTable('batches.row')
    .addColumn('batch_id', 'uuid', (c) => c.notNull().references('batches.batch.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('cells', 'jsonb', (c) => c.notNull())
    .addColumn('faults', 'jsonb', (c) => c.notNull())
    .addColumn('open', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('document_id', 'uuid', (c) =>
      c.unique().references('documents.document.id').onDelete('set null'),
    )
    .addPrimaryKeyConstraint('row_pkey', ['batch_id', 'number'])
    .execute()
}
