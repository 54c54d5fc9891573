import { type Kysely, sql } from 'kysely'

/** Documents, their search index, and their action log. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('documents').execute()
  await createDocuments(db)
  await indexDocuments(db)
  await createSearch(db)
  await createLog(db)
}

async function createDocuments(db: Kysely<unknown>) {
  await db.schema
    .createTable('documents.numbering')
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('last', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('numbering_pk', ['team_id', 'year'])
    .execute()
  await db.schema
    .createTable('documents.document')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('creator_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('stage', 'smallint', (c) =>
      c
        .generatedAlwaysAs(sql`array_position(
          array['completed', 'signing', 'finalised', 'approved', 'returned', 'in_review', 'draft'], status
        )`)
        .stored(),
    )
    .addColumn('counterparty', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('counterparty_en', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('words', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('searched', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('drafted'))
    .addColumn('template_code', 'text')
    .addColumn('category', 'text', (c) => c.generatedAlwaysAs(sql`template ->> 'category'`).stored())
    .addColumn('template', 'jsonb')
    .addColumn('answers', 'jsonb')
    .addColumn('bilingual', 'boolean', (c) =>
      c
        .notNull()
        .generatedAlwaysAs(sql`coalesce(answers -> 'languages' ->> 'bilingual' = 'true', false)`)
        .stored(),
    )
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('saved_by', 'uuid', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addColumn('finalised_at', 'timestamptz')
    .addColumn('valid_until', 'timestamptz')
    .addColumn('watermarked', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('copied_from', 'uuid', (c) => c.references('documents.document.id').onDelete('set null'))
    .addColumn('copied_as', 'text')
    .addColumn('saved_template_id', 'uuid')
    .addColumn('template_saves', 'smallint', (c) => c.notNull().defaultTo(0))
    .addColumn('translating', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('note', 'jsonb')
    .addColumn('log_end', 'jsonb')
    .addColumn('deleted_at', 'timestamptz')
    .addCheckConstraint(
      'document_status',
      sql`status in ('draft', 'in_review', 'returned', 'approved', 'finalised', 'signing', 'completed')`,
    )
    .addCheckConstraint('document_copied_as', sql`copied_as in ('copy', 'revision')`)
    .addCheckConstraint('document_kind', sql`kind in ('drafted', 'imported')`)
    .addCheckConstraint(
      'document_drafted',
      sql`kind = 'imported' or (template_code is not null and template is not null and answers is not null)`,
    )
    .addCheckConstraint(
      'document_deleted',
      sql`deleted_at is null or status = 'draft' or (kind = 'imported' and status = 'finalised')`,
    )
    .execute()
}

async function indexDocuments(db: Kysely<unknown>) {
  await db.schema
    .createIndex('document_copied_from')
    .on('documents.document')
    .column('copied_from')
    .where(sql<boolean>`copied_from is not null`)
    .execute()
  await db.schema
    .createIndex('document_name')
    .on('documents.document')
    .unique()
    .column('team_id')
    .expression(sql`lower(name)`)
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('document_number')
    .on('documents.document')
    .unique()
    .columns(['team_id', 'number'])
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('document_deleted_at')
    .on('documents.document')
    .column('deleted_at')
    .where(sql<boolean>`deleted_at is not null`)
    .execute()
  await db.schema
    .createIndex('document_recent')
    .on('documents.document')
    .columns(['team_id', 'updated_at desc', 'id desc'])
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('document_of_creator')
    .on('documents.document')
    .columns(['creator_id', 'updated_at desc', 'id desc'])
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('document_imported')
    .on('documents.document')
    .columns(['team_id', 'updated_at desc', 'id desc'])
    .where(sql<boolean>`kind = 'imported' and deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('document_saved_template')
    .on('documents.document')
    .column('saved_template_id')
    .where(sql<boolean>`saved_template_id is not null`)
    .execute()
  await db.schema
    .createIndex('document_unsearched')
    .on('documents.document')
    .column('team_id')
    .where(sql<boolean>`not searched`)
    .execute()
  await db.schema
    .createIndex('document_template_code')
    .on('documents.document')
    .column('template_code')
    .where(sql<boolean>`deleted_at is null and kind = 'drafted'`)
    .execute()
  await db.schema
    .createIndex('document_unsealed')
    .on('documents.document')
    .column('id')
    .where(sql<boolean>`log_end ->> 'seal' = 'before'`)
    .execute()

  // Includes the kind: the list of drafts is counted from the index alone.
  await sql`create index document_by_stage on documents.document (team_id, stage desc, updated_at desc, id desc)
    include (kind) where deleted_at is null`.execute(db)
  await sql`create collation documents.by_name (provider = icu, locale = 'zh-u-kn-true')`.execute(db)
  await sql`create index document_by_name
    on documents.document (team_id, name collate documents.by_name, id)
    where deleted_at is null`.execute(db)
}

/**
 * The index of pieces costs too much to be written with every save. A job writes it later; until then a
 * document is not `searched`, and each search reads its own words.
 */
async function createSearch(db: Kysely<unknown>) {
  await db.schema
    .createTable('documents.search')
    .addColumn('document_id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .execute()

  // No fastupdate: every search would read the whole list of pending entries.
  await sql`create index search_grams on documents.search using gin (platform.grams(team_id, words))
    with (fastupdate = off)`.execute(db)
  await sql`alter index documents.search_grams alter column 1 set statistics 0`.execute(db)
  // No foreign key: writing the index would lock the document's row, and finalising would wait for it.
  await sql`create function documents.forget_words() returns trigger language plpgsql as $$
    begin
      delete from documents.search where document_id = old.id;
      return null;
    end $$`.execute(db)
  await sql`create trigger document_gone after delete on documents.document for each row
    execute function documents.forget_words()`.execute(db)
  await sql`create function documents.unsearch() returns trigger language plpgsql as $$
    begin
      new.searched := false;
      return new;
    end $$`.execute(db)
  await sql`create trigger document_words
    before update of name, number, counterparty, counterparty_en, words on documents.document for each row
    when ((old.name, old.number, old.counterparty, old.counterparty_en, old.words)
      is distinct from (new.name, new.number, new.counterparty, new.counterparty_en, new.words))
    execute function documents.unsearch()`.execute(db)
}

async function createLog(db: Kysely<unknown>) {
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

  // Append-only, for the application too. Rows may be deleted: a deleted draft takes its log along.
  await sql`create function documents.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'the action log is append-only'; end $$`.execute(db)
  await sql`create trigger action_append_only before update on documents.action
    for each row execute function documents.refuse_change()`.execute(db)
}
