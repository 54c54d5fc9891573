import { type Kysely, sql } from 'kysely'

/** Which parties seal a document, and the pictures of their seals in a signing. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.seal_setting')
    .addColumn('document_id', 'uuid', (c) => c.primaryKey())
    .addColumn('choices', 'jsonb', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('signing.party_seal')
    .addColumn('signing_id', 'uuid', (c) => c.notNull().references('signing.signing.id'))
    .addColumn('party', 'text', (c) => c.notNull())
    .addColumn('company', 'text', (c) => c.notNull())
    .addColumn('signatory_id', 'uuid', (c) => c.notNull().references('signing.signatory.id'))
    .addColumn('seal_id', 'uuid')
    .addColumn('look', 'jsonb')
    .addColumn('picture', 'bytea')
    .addColumn('cross_page', 'boolean', (c) => c.notNull())
    .addPrimaryKeyConstraint('party_seal_pkey', ['signing_id', 'party'])
    .addCheckConstraint('party_seal_chosen', sql`seal_id is null or look is not null`)
    .execute()
  await db.schema
    .createIndex('party_seal_signatory')
    .on('signing.party_seal')
    .unique()
    .column('signatory_id')
    .execute()
}
