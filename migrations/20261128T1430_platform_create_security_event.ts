import type { Kysely } from 'kysely'

/** Log-ins, refusals and changes that concern the security of accounts, kept for half a year. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.security_event')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account_id', 'uuid')
    .addColumn('team_id', 'uuid')
    .addColumn('actor_id', 'uuid')
    .addColumn('detail', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('route', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  // Each list has one of these conditions and is read from its newest row on.
  for (const column of ['account_id', 'team_id', 'address', 'kind'])
    await db.schema
      .createIndex(`security_event_${column.replace('_id', '')}`)
      .on('platform.security_event')
      .columns([column, 'id'])
      .execute()
}
