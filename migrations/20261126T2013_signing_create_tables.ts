import { type Kysely, sql } from 'kysely'

/** Signings and signatories, their links and codes, the signed revisions, and the certificates used. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('signing').execute()
  await createSignings(db)
  await createLinks(db)
  await createFiles(db)
}

async function createSignings(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.setting')
    .addColumn('document_id', 'uuid', (c) => c.primaryKey())
    .addColumn('signatories', 'jsonb', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('signing.signing')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('document_id', 'uuid', (c) => c.notNull().references('documents.document.id'))
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('starter_id', 'uuid', (c) => c.notNull())
    .addColumn('starter_name', 'text', (c) => c.notNull())
    .addColumn('starter_team', 'text', (c) => c.notNull())
    .addColumn('document_name', 'text', (c) => c.notNull())
    .addColumn('document_number', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .addColumn('held_up_told_at', 'timestamptz')
    .addColumn('copy', 'jsonb')
    .addCheckConstraint(
      'signing_state',
      sql`state in ('started', 'completed', 'declined', 'expired', 'stopped')`,
    )
    .execute()
  await db.schema
    .createIndex('signing_one_at_a_time')
    .on('signing.signing')
    .unique()
    .column('document_id')
    .where(sql<boolean>`state in ('started', 'completed')`)
    .execute()
  await db.schema
    .createIndex('signing_expiring')
    .on('signing.signing')
    .columns(['team_id', 'expires_at'])
    .where(sql<boolean>`state = 'started'`)
    .execute()
  await db.schema
    .createTable('signing.signatory')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('signing_id', 'uuid', (c) => c.notNull().references('signing.signing.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('party', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('signature', 'jsonb')
    .addColumn('signed_at', 'timestamptz')
    .addColumn('reason', 'text')
    .addColumn('reminders', sql`timestamptz[]`, (c) => c.notNull().defaultTo('{}'))
    .addCheckConstraint(
      'signatory_state',
      sql`state in ('waiting', 'invited', 'signing', 'signed', 'declined')`,
    )
    .addUniqueConstraint('signatory_position', ['signing_id', 'position'])
    .execute()
  await db.schema
    .createIndex('signatory_email')
    .on('signing.signatory')
    .expression(sql`lower(email)`)
    .where(sql<boolean>`state = 'invited'`)
    .execute()
  await db.schema
    .createIndex('signatory_exchanged')
    .on('signing.signatory')
    .expression(sql`lower(email)`)
    .column('signing_id desc')
    .execute()
}

async function createLinks(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.builtin_link')
    .addColumn('signatory_id', 'uuid', (c) => c.primaryKey().references('signing.signatory.id'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('entrance_hash', 'text')
    .addColumn('entrance_expires_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('signing.builtin_code')
    .addColumn('signatory_id', 'uuid', (c) =>
      c.notNull().references('signing.signatory.id').onDelete('cascade'),
    )
    .addColumn('visitor_hash', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text')
    .addColumn('sent_at', 'timestamptz', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('entered_at', 'timestamptz')
    .addPrimaryKeyConstraint('builtin_code_pkey', ['signatory_id', 'visitor_hash'])
    .execute()
  await db.schema
    .createTable('signing.builtin_replaced_link')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('signatory_id', 'uuid', (c) => c.notNull().references('signing.signatory.id'))
    .addColumn('replaced_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('builtin_replaced_link_signatory')
    .on('signing.builtin_replaced_link')
    .column('signatory_id')
    .execute()
}

async function createFiles(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.builtin_revision')
    .addColumn('signing_id', 'uuid', (c) => c.notNull().references('signing.signing.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('builtin_revision_pk', ['signing_id', 'number'])
    .execute()
  await db.schema
    .createIndex('builtin_revision_by_sha256')
    .on('signing.builtin_revision')
    .column('sha256')
    .execute()
  await db.schema
    .createTable('signing.authority')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('certificate', 'bytea', (c) => c.notNull())
    .addColumn('sealed_key', 'bytea', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('authority_only_one', sql`id = 1`)
    .execute()
  await db.schema
    .createTable('signing.identity')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'bytea', (c) => c.notNull())
    .addColumn('certificate', 'bytea', (c) => c.notNull())
    .addColumn('certificate_sha256', 'bytea', (c) => c.notNull())
    .addColumn('used_from', 'timestamptz', (c) => c.notNull())
    .addColumn('used_until', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('identity_kind', sql`kind in ('authority', 'operator', 'clock')`)
    .addPrimaryKeyConstraint('identity_pk', ['kind', 'certificate_sha256'])
    .execute()
}
