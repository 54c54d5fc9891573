import { type Kysely, sql } from 'kysely'

/** API keys of teams, and the responses that are repeated for a repeated request. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('api').execute()
  await db.schema
    .createTable('api.key')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('token_start', 'text', (c) => c.notNull())
    .addColumn('scopes', sql`text[]`, (c) => c.notNull())
    .addColumn('networks', sql`text[]`, (c) => c.notNull())
    .addColumn('created_by', 'uuid', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('used_at', 'timestamptz')
    .addColumn('revoked_at', 'timestamptz')
    .addColumn('revoked_by', 'uuid')
    .execute()
  await db.schema.createIndex('key_of_team').on('api.key').columns(['team_id', 'id']).execute()
  await db.schema
    .createIndex('key_name')
    .on('api.key')
    .unique()
    .columns(['team_id', 'name'])
    .where(sql.ref('revoked_at'), 'is', null)
    .execute()
  await db.schema
    .createTable('api.idempotent_request')
    .addColumn('key_id', 'uuid', (c) => c.notNull().references('api.key.id').onDelete('cascade'))
    .addColumn('idempotency_key', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotent_request_pkey', ['key_id', 'idempotency_key'])
    .execute()
  await db.schema
    .createIndex('idempotent_request_by_age')
    .on('api.idempotent_request')
    .column('created_at')
    .execute()
}
