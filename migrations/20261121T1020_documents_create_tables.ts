import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema.createSchema('documents').execute()
  await db.schema
    .createTable('documents.document')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('creator_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('template_code', 'text', (c) => c.notNull())
    .addColumn('template', 'jsonb', (c) => c.notNull())
    .addColumn('answers', 'jsonb', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('saved_by', 'uuid', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addColumn('finalised_at', 'timestamptz')
    .addCheckConstraint(
      'document_status',
      sql`status in ('draft', 'in_review', 'returned', 'approved', 'finalised', 'signing', 'completed')`,
    )
    .execute()
  await sql`create unique index document_name on documents.document (team_id, lower(name))`.execute(db)
  await sql`create unique index document_number on documents.document (team_id, number)`.execute(db)
  await sql`create index document_recent on documents.document (team_id, updated_at desc, id desc)`.execute(
    db,
  )
  await db.schema
    .createTable('documents.numbering')
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('last', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('numbering_pk', ['team_id', 'year'])
    .execute()
  await db.schema
    .createTable('documents.file')
    .addColumn('document_id', 'uuid', (c) =>
      c.notNull().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('places', 'jsonb', (c) => c.notNull())
    .addColumn('pages', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_pk', ['document_id', 'kind'])
    .addCheckConstraint('file_kind', sql`kind in ('final-pdf', 'final-word', 'signed-pdf')`)
    .execute()
  await db.schema
    .createTable('documents.action')
    .addColumn('document_id', 'uuid', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .addColumn('identity', 'text', (c) => c.notNull())
    .addColumn('operator', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('details', 'jsonb', (c) => c.notNull())
    .addColumn('previous', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('action_pk', ['document_id', 'number'])
    .execute()
  // Append-only for everybody, the application included; only a whole deleted draft takes its log along.
  await sql`create function documents.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'the action log is append-only'; end $$`.execute(db)
  await sql`create trigger action_append_only before update on documents.action
    for each row execute function documents.refuse_change()`.execute(db)
}
