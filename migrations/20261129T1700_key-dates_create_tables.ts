import { type Kysely, sql } from 'kysely'

/** The days that matter after a document is signed. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('key_dates').execute()
  await db.schema
    .createTable('key_dates.key_date')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('document_id', 'uuid', (c) =>
      c.notNull().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('source', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('label', 'jsonb', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('computed_day', 'text')
    .addColumn('remind', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'uuid')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('done_at', 'timestamptz')
    .addColumn('reminded_at', 'timestamptz')
    .addCheckConstraint('key_date_day', sql`day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`)
    .addCheckConstraint('key_date_remind', sql`remind between 0 and 365`)
    .addUniqueConstraint('key_date_source', ['document_id', 'source'])
    .execute()
  await db.schema
    .createIndex('key_date_of_team')
    .on('key_dates.key_date')
    .columns(['team_id', 'day', 'id'])
    .execute()
  await db.schema
    .createIndex('key_date_waiting')
    .on('key_dates.key_date')
    .column('day')
    .where(sql.ref('done_at'), 'is', null)
    .where(sql.ref('reminded_at'), 'is', null)
    .execute()
}
