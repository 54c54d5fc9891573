import type { Kysely } from 'kysely'

/** Requests that failed by an error of ours, by the reference that a person can quote. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.failed_request')
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('route', 'text', (c) => c.notNull())
    .addColumn('error', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('release', 'text', (c) => c.notNull())
    .addColumn('trace_id', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('failed_request_created')
    .on('platform.failed_request')
    .column('created_at')
    .execute()
}
