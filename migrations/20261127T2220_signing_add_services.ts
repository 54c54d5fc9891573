import { type Kysely, sql } from 'kysely'

/** The people of one signing may sign at the services of several companies, one stage after another. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('signing.signatory')
    .addColumn('provider', 'text', (c) => c.notNull().defaultTo('builtin'))
    .addColumn('stage', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('unreachable', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db.schema.alterTable('signing.signing').dropColumn('provider').execute()
  await db.schema.alterTable('signing.builtin_revision').renameTo('revision').execute()
  await createRemoteSignings(db)
  await createCallbacks(db)
  await createAuthorisations(db)
  await db.schema
    .createTable('signing.service_setting')
    .addColumn('document_id', 'uuid', (c) => c.primaryKey())
    .addColumn('choices', 'jsonb', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('signing.service_rule')
    .addColumn('team_id', 'uuid', (c) => c.primaryKey())
    .addColumn('mainland', 'text', (c) => c.notNull())
    .addColumn('overseas', 'text', (c) => c.notNull())
    .addColumn('employment', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .execute()
}

async function createRemoteSignings(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.remote_signing')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('signing_id', 'uuid', (c) => c.notNull().references('signing.signing.id'))
    .addColumn('stage', 'integer', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('remote_id', 'text')
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`state in ('new', 'draft', 'started', 'completed', 'declined', 'expired', 'revoked', 'refused')`,
        ),
    )
    .addColumn('extensions', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('queried_at', 'timestamptz')
    .addColumn('application', 'text')
    .addColumn('evidence_name', 'text')
    .addColumn('evidence_key', 'text')
    .addColumn('evidence_sha256', 'text')
    .addUniqueConstraint('remote_signing_stage', ['signing_id', 'stage'])
    .addUniqueConstraint('remote_signing_remote_id', ['provider', 'remote_id'])
    .execute()
  await db.schema
    .createIndex('remote_signing_open')
    .on('signing.remote_signing')
    .column('queried_at')
    .where(sql<boolean>`state in ('new', 'draft', 'started')`)
    .execute()
}

async function createCallbacks(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.remote_callback')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('about', 'jsonb', (c) => c.notNull())
    .addColumn('headers', 'jsonb', (c) => c.notNull())
    .addColumn('body', 'bytea', (c) => c.notNull())
    .addColumn('received_at', 'timestamptz', (c) => c.notNull())
    .addColumn('handled_at', 'timestamptz')
    .addUniqueConstraint('remote_callback_key', ['provider', 'key'])
    .execute()
  await db.schema
    .createIndex('remote_callback_received')
    .on('signing.remote_callback')
    .column('received_at')
    .execute()
}

async function createAuthorisations(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.remote_authorisation')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('flow', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('document_id', 'uuid')
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('sender', 'text', (c) => c.notNull().check(sql`sender in ('individual', 'institution')`))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('pending', 'granted', 'refused', 'lapsed')`),
    )
    .addColumn('reason', 'text')
    .addColumn('requested_at', 'timestamptz', (c) => c.notNull())
    .addColumn('queried_at', 'timestamptz')
    .addUniqueConstraint('remote_authorisation_flow', ['provider', 'flow'])
    .execute()
  await db.schema
    .createIndex('remote_authorisation_of_team')
    .on('signing.remote_authorisation')
    .columns(['team_id', 'requested_at'])
    .execute()
}
