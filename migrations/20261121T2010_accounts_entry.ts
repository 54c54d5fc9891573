import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('accounts.social_binding')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('nickname', 'text', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('social_binding_account', ['provider', 'account_id'])
    .addUniqueConstraint('social_binding_subject', ['provider', 'subject'])
    .execute()
  await db.schema
    .createTable('accounts.social_attempt')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('state_hash', 'text', (c) => c.notNull().unique())
    .addColumn('visitor_hash', 'text', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.references('accounts.account.id').onDelete('cascade'))
    .addColumn('return_url', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('nickname', 'text')
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('returned_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('accounts.login_failure')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('name_hash', 'text', (c) => c.notNull())
    // No foreign key: its check would make a known name slower than an unknown one.
    .addColumn('account_id', 'uuid')
    .addColumn('address', 'text')
    .addColumn('known_device', 'boolean', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('login_failure_created')
    .on('accounts.login_failure')
    .column('created_at')
    .execute()
  await db.schema
    .createIndex('verification_code_day')
    .on('accounts.verification_code')
    .columns(['address', 'created_at'])
    .execute()
  await db.schema.createIndex('mail_recipient').on('platform.mail').column('recipient').execute()
  await db.schema
    .createTable('accounts.agreement')
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id').onDelete('cascade'))
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('agreed_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('agreement_once', ['account_id', 'document', 'version'])
    .execute()
}
