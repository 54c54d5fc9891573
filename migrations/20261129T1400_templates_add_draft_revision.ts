import { type Kysely, sql } from 'kysely'

/**
 * A draft of a template is changed in place, by several people, and its last change can be undone. What was
 * published keeps its own source.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('templates.template_draft')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('previous', 'text')
    .execute()
  await sql`drop trigger written_once on templates.template_draft`.execute(db)
}
