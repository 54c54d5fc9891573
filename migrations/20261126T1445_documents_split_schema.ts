import { type Kysely, sql } from 'kysely'

const MOVED = {
  templates: ['library_entry', 'published_template', 'template_draft', 'template_action'],
  imports: ['import', 'upload'],
  consultations: ['consultation', 'consultation_file', 'consultation_action'],
}

/** Templates, imports and consultations are modules of their own, and each module has a schema. */
export async function up(db: Kysely<unknown>) {
  for (const [schema, tables] of Object.entries(MOVED)) {
    await sql`create schema ${sql.id(schema)}`.execute(db)
    for (const table of tables)
      await sql`alter table documents.${sql.id(table)} set schema ${sql.id(schema)}`.execute(db)
  }
  await sql`alter table consultations.consultation_file rename to file`.execute(db)
  await sql`alter table consultations.consultation_action rename to action`.execute(db)
}
