import { type Kysely, sql } from 'kysely'

/** A team's address book, sorted by hand. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('contacts').execute()
  await db.schema
    .createTable('contacts.contact')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('internal', 'external')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('organisation', 'text', (c) => c.notNull())
    .addColumn('mobile', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('group_name', 'text', (c) => c.notNull())
    .addColumn('position', sql`text collate "C"`, (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addColumn('deleted_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('contact_position')
    .on('contacts.contact')
    .unique()
    .columns(['team_id', 'type', 'position'])
    .execute()
  await db.schema
    .createIndex('contact_email')
    .on('contacts.contact')
    .unique()
    .columns(['team_id', 'email'])
    .where(sql<boolean>`email <> '' and deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('contact_group')
    .on('contacts.contact')
    .columns(['team_id', 'type', 'group_name', 'position'])
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex('contact_deleted')
    .on('contacts.contact')
    .column('deleted_at')
    .where(sql<boolean>`deleted_at is not null`)
    .execute()
  await db.schema
    .createIndex('contact_mobile')
    .on('contacts.contact')
    .columns(['team_id', 'mobile'])
    .where(sql<boolean>`mobile <> '' and deleted_at is null`)
    .execute()
  // No fastupdate: every search would read the whole list of pending entries.
  await sql`create index contact_grams on contacts.contact using gin (platform.grams(team_id, words))
    with (fastupdate = off)`.execute(db)
  await sql`alter index contacts.contact_grams alter column 1 set statistics 0`.execute(db)
}
