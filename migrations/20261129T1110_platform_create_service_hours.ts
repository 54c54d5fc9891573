import { type Kysely, sql } from 'kysely'

/** Changes of the hours of the online service by staff; until the first, the configuration says them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.service_hours')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('staff_id', 'uuid', (c) => c.notNull())
    .addColumn('opens', 'text', (c) => c.notNull())
    .addColumn('closes', 'text', (c) => c.notNull())
    .addColumn('days', 'text', (c) => c.notNull().check(sql`days in ('working', 'saturdays', 'daily')`))
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('service_hours_order', sql`opens::time < closes::time`)
    .execute()
}
