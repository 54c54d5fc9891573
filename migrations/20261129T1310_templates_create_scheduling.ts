import type { Kysely } from 'kysely'

/** A checked draft can be published on a day ahead. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('templates.scheduling')
    .addColumn('draft_id', 'uuid', (c) => c.primaryKey())
    .addColumn('publish_on', 'text', (c) => c.notNull())
    .addColumn('scheduled_by', 'uuid', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('not_published', 'text')
    .execute()
}
