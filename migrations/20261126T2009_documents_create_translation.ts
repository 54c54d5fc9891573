import { type Kysely, sql } from 'kysely'

/** Translations of documents, a team's translation memory, and the TMX files imported into it. */
export async function up(db: Kysely<unknown>) {
  await createTranslations(db)
  await createMemory(db)
}

async function createTranslations(db: Kysely<unknown>) {
  await db.schema
    .createTable('documents.translation')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('document_id', 'uuid', (c) =>
      c.notNull().references('documents.document.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('running', 'done', 'failed', 'cancelled', 'undone')`),
    )
    .addColumn('everything', 'boolean', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('texts', 'jsonb', (c) => c.notNull().defaultTo('{}'))
    .addColumn('unfilled', 'jsonb', (c) => c.notNull().defaultTo('[]'))
    .addColumn('before', 'jsonb')
    .addColumn('version', 'integer')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('translation_document')
    .on('documents.translation')
    .columns(['document_id', 'created_at desc'])
    .execute()
  await db.schema
    .createIndex('translation_running')
    .on('documents.translation')
    .unique()
    .column('document_id')
    .where(sql<boolean>`state = 'running'`)
    .execute()
}

async function createMemory(db: Kysely<unknown>) {
  await db.schema
    .createTable('documents.memory_import')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('same', 'integer', (c) => c.notNull())
    .addColumn('differing', 'integer', (c) => c.notNull())
    .addColumn('replaced', 'boolean', (c) => c.notNull())
    .addColumn('refused', 'integer', (c) => c.notNull())
    .addColumn('faults', 'jsonb', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('undone_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('memory_import_team')
    .on('documents.memory_import')
    .columns(['team_id', 'created_at desc'])
    .execute()
  await db.schema
    .createTable('documents.translation_pair')
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('zh', 'text', (c) => c.notNull())
    .addColumn('en', 'text', (c) => c.notNull())
    .addColumn('noted_at', 'timestamptz', (c) => c.notNull())
    .addColumn('import_id', 'uuid', (c) => c.references('documents.memory_import.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('translation_pair_texts')
    .on('documents.translation_pair')
    .unique()
    .column('team_id')
    .expression(sql`md5(zh)`)
    .expression(sql`md5(en)`)
    .execute()
  await db.schema
    .createIndex('translation_pair_en')
    .on('documents.translation_pair')
    .column('team_id')
    .expression(sql`md5(en)`)
    .execute()
  await db.schema
    .createIndex('translation_pair_import')
    .on('documents.translation_pair')
    .column('import_id')
    .where(sql<boolean>`import_id is not null`)
    .execute()
}
