import { type Kysely, sql } from 'kysely'

/** Texts that our staff put into answers to customers. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('replies').execute()
  await db.schema
    .createTable('replies.reply')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('texts', 'jsonb', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_by', 'uuid', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('reply_name')
    .on('replies.reply')
    .expression(sql`lower(name)`)
    .unique()
    .execute()
}
