import { type Kysely, sql } from 'kysely'

/** The versions of documents, the templates saved from them, and their files and archives. */
export async function up(db: Kysely<unknown>) {
  await createVersions(db)
  await createSavedTemplates(db)
  await createFiles(db)
}

async function createVersions(db: Kysely<unknown>) {
  await db.schema
    .createTable('documents.version')
    .addColumn('document_id', 'uuid', (c) =>
      c.notNull().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('cause', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`cause in ('create', 'edit', 'replace', 'proposal', 'translate', 'undo-translation', 'restore', 'adopt')`,
        ),
    )
    .addColumn('author_id', 'uuid', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('begun_at', 'timestamptz', (c) => c.notNull())
    .addColumn('saved_at', 'timestamptz', (c) => c.notNull())
    .addColumn('reached', 'text', (c) => c.check(sql`reached in ('in_review', 'finalised')`))
    .addColumn('answers', 'jsonb')
    .addPrimaryKeyConstraint('version_pkey', ['document_id', 'number'])
    .execute()
  await db.schema
    .createIndex('version_present')
    .on('documents.version')
    .unique()
    .column('document_id')
    .where(sql<boolean>`answers is null`)
    .execute()
  await db.schema.createIndex('version_author').on('documents.version').column('author_id').execute()
  await db.schema
    .createTable('documents.former_template')
    .addColumn('document_id', 'uuid', (c) =>
      c.notNull().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('until', 'integer', (c) => c.notNull())
    .addColumn('until_save', 'integer', (c) => c.notNull())
    .addColumn('until_at', 'timestamptz', (c) => c.notNull())
    .addColumn('template', 'jsonb', (c) => c.notNull())
    .addPrimaryKeyConstraint('former_template_pkey', ['document_id', 'until'])
    .execute()
}

async function createSavedTemplates(db: Kysely<unknown>) {
  await db.schema
    .createTable('documents.saved_template')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('creator_id', 'uuid', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('document_id', 'uuid', (c) => c.references('documents.document.id').onDelete('set null'))
    .addColumn('template_code', 'text', (c) => c.notNull())
    .addColumn('template', 'jsonb', (c) => c.notNull())
    .addColumn('category', 'text', (c) =>
      c.notNull().generatedAlwaysAs(sql`template ->> 'category'`).stored(),
    )
    .addColumn('type', 'text', (c) => c.notNull().generatedAlwaysAs(sql`template ->> 'type'`).stored())
    .addColumn('answers', 'jsonb', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addColumn('deleted_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('saved_template_name')
    .on('documents.saved_template')
    .unique()
    .column('creator_id')
    .column('team_id')
    .expression(sql`lower(name)`)
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('saved_template_list')
    .on('documents.saved_template')
    .columns(['team_id', 'created_at', 'id'])
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('saved_template_own')
    .on('documents.saved_template')
    .columns(['team_id', 'creator_id', 'created_at', 'id'])
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('saved_template_document')
    .on('documents.saved_template')
    .column('document_id')
    .execute()
  await db.schema
    .createIndex('saved_template_deleted')
    .on('documents.saved_template')
    .column('deleted_at')
    .where(sql<boolean>`deleted_at is not null`)
    .execute()

  await db.schema
    .alterTable('documents.document')
    .addForeignKeyConstraint(
      'document_saved_template_id_fkey',
      ['saved_template_id'],
      'documents.saved_template',
      ['id'],
    )
    .onDelete('set null')
    .execute()
}

async function createFiles(db: Kysely<unknown>) {
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
    .addCheckConstraint(
      'file_kind',
      sql`kind in ('final-pdf', 'final-word', 'signed-pdf', 'imported-pdf', 'original-pdf')`,
    )
    .execute()
  await db.schema
    .createTable('documents.archive')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('document_ids', sql`uuid[]`, (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('making', 'ready')`))
    .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('size', 'integer')
    .addColumn('left_out', 'jsonb', (c) => c.notNull().defaultTo('[]'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('archive_account')
    .on('documents.archive')
    .columns(['account_id', 'created_at desc'])
    .execute()
  await db.schema
    .createIndex('archive_making')
    .on('documents.archive')
    .unique()
    .columns(['account_id', 'key'])
    .where(sql<boolean>`state = 'making'`)
    .execute()
}
